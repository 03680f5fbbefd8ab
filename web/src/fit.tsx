// How well the hypothesis gives the frequencies that were measured, where the
// episode's rules let a player see it.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { elapsedMs } from "./clock";
import { Section } from "./fields";
import { fixed, signed } from "./numbers";
import { header, hypothesis, observation, playing, port, watching } from "./store";
import type { Residuals, Slip } from "./types";

/** Each look at the residuals is logged, so they are asked for once the typing rests. */
const rest = 350;

const shown = signal<Residuals | null>(null);
/** The frequency counts as reproduced within this many Hz. */
const tolerance = 0.05;

export function Fit() {
  const o = observation.value!;
  const allowed = header.value?.options.residuals === true && playing.value && !watching.value;
  const text = JSON.stringify(hypothesis.value);
  useEffect(() => {
    shown.value = null;
    if (!allowed || hypothesis.value.freq_equation === "" || hasGaps()) return;
    const timer = setTimeout(() => {
      const answer = JSON.parse(port.value!.residuals(text, elapsedMs())) as Residuals & { error?: Slip };
      shown.value = answer.error ? null : answer;
    }, rest);
    return () => clearTimeout(timer);
  }, [text, o.records.length, allowed]);
  if (!allowed) return null;
  const r = shown.value;
  return (
    <Section title="Does it fit your records?">
      {r ? (
        <ResidualBars residuals={r} />
      ) : (
        <p class="dim">Give every coefficient a number to see how it fits.</p>
      )}
    </Section>
  );
}

function hasGaps(): boolean {
  return Object.values(hypothesis.value.coefficients).some((c) => c === null);
}

function ResidualBars({ residuals }: { residuals: Residuals }) {
  const { rows, matched, largest } = residuals;
  return (
    <>
      <p class={matched === rows.length ? "fit good" : "fit"} role="status">
        <b>
          {matched} of {rows.length} records fit
        </b>
        <span>largest residual {fixed(Math.abs(largest))} Hz</span>
      </p>
      <Bars rows={rows.map((r) => ({ id: r.id, residual: r.residual }))} />
    </>
  );
}

/** Residuals as bars above and below a line; the numbers are in each bar's label and in a table. */
export function Bars({ rows }: { rows: readonly { id: string; residual: number }[] }) {
  const largest = Math.max(...rows.map((r) => Math.abs(r.residual)), tolerance);
  return (
    <>
      <svg class="bars" viewBox={`0 0 ${rows.length * 10} 48`} preserveAspectRatio="none" aria-hidden="true">
        <line x1={0} x2={rows.length * 10} y1={24} y2={24} />
        {rows.map((r, i) => {
          const height = Math.max(1, (Math.abs(r.residual) / largest) * 22);
          const fits = Math.abs(r.residual) <= tolerance;
          return (
            <rect
              key={r.id}
              class={fits ? "fits" : "off"}
              x={i * 10 + 2}
              width={6}
              y={r.residual > 0 ? 24 - height : 24}
              height={height}
            />
          );
        })}
      </svg>
      <details>
        <summary>Residuals as a table</summary>
        <table class="records plain">
          <thead>
            <tr>
              <th scope="col">Record</th>
              <th scope="col">Measured − predicted, Hz</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr key={r.id}>
                <th scope="row">{r.id.replace("-", " ")}</th>
                <td>{signed(r.residual)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
