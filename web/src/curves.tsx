// How the hypothesis developed: agreement of the arrows and the error of the
// frequency it predicts, step by step.

import type uPlot from "uplot";
import { appearance } from "./appearance";
import { axis, Chart, colour } from "./chart";
import { fixed } from "./numbers";
import type { StepScore } from "./result";

export function Curves({ curve }: { curve: readonly StepScore[] }) {
  if (curve.length === 0) return <p class="dim">The episode ended before its first step.</p>;
  const steps = curve.map((s) => s.step);
  return (
    <>
      <div class="two">
        <figure>
          <figcaption class="dim">Arrows: agreement with the truth (F1)</figcaption>
          <Chart
            label="Edge F1 by step, listed in the table below"
            height={190}
            of={[curve, appearance.value]}
            options={() => line("F1", "teal", steps, [0, 1.05])}
            data={() => [steps, curve.map((s) => s.scores.edge_f1)]}
          />
        </figure>
        <figure>
          <figcaption class="dim">Frequency that the hypothesis predicts: its error</figcaption>
          {curve.some((s) => s.predicted_error_hz !== undefined) ? (
            <Chart
              label="Error of the predicted frequency by step, listed in the table below"
              height={190}
              of={[curve, appearance.value]}
              options={() => line("Hz", "amber", steps)}
              data={() => [steps, curve.map((s) => s.predicted_error_hz ?? null)]}
            />
          ) : (
            <p>At no step did it have all the numbers that a prediction takes.</p>
          )}
        </figure>
      </div>
      <details>
        <summary>The curves as a table</summary>
        <table class="records plain">
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Arrows, F1</th>
              <th scope="col">Predicted, Hz</th>
              <th scope="col">Error, Hz</th>
            </tr>
          </thead>
          <tbody>
            {curve.map((s) => (
              <tr key={s.step}>
                <th scope="row">{s.step}</th>
                <td>{s.scores.edge_f1.toFixed(2)}</td>
                <td>{s.predicted_hz === undefined ? "none" : fixed(s.predicted_hz)}</td>
                <td>{s.predicted_error_hz === undefined ? "none" : fixed(s.predicted_error_hz)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function line(label: string, name: string, steps: number[], range?: [number, number]): Omit<uPlot.Options, "width" | "height"> {
  const last = steps.at(-1)!;
  return {
    scales: {
      x: { time: false, range: () => [0.5, Math.max(last, 2) + 0.5] },
      y: { range: range ? () => range : (_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 1, 1) * 1.08] },
    },
    axes: [
      axis("step", { size: 30, incrs: [1, 2, 5, 10, 20] }),
      axis(label, { size: 52 }),
    ],
    legend: { show: false },
    cursor: { show: false },
    series: [
      {},
      {
        stroke: colour(name),
        width: 2,
        spanGaps: false,
        points: { show: true, size: 7, fill: colour(name), stroke: colour("panel") },
      },
    ],
  };
}
