// Any two variables against each other, with the points as a table beside.

import { signal } from "@preact/signals";
import uPlot from "uplot";
import { appearance } from "./appearance";
import { axis, Chart, colour } from "./chart";
import { Choice } from "./fields";
import { labelOf, nameOf } from "./names";
import { fixed } from "./numbers";
import { readingOf, rowsOf, type Row } from "./records";
import { observation } from "./store";
import { FREQUENCY, type Observation } from "./types";

const chosenX = signal("");
const chosenY = signal(FREQUENCY);

export function Plot() {
  const o = observation.value!;
  const known = (name: string) => o.variables.some((v) => v.name === name);
  const x = known(chosenX.value) ? chosenX.value : o.variables[0]!.name;
  const y = known(chosenY.value) ? chosenY.value : FREQUENCY;
  const choices = o.variables.map((v) => ({ value: v.name, label: labelOf(v) }));
  const points = rowsOf(o)
    .filter((r) => readingOf(r.entry, x) !== undefined && readingOf(r.entry, y) !== undefined)
    .map((row) => ({ row, x: readingOf(row.entry, x)!, y: readingOf(row.entry, y)! }));
  return (
    <>
      <div class="plot-axes">
        <Choice label="Across" value={x} choices={choices} onChange={(v) => (chosenX.value = v)} />
        <button
          type="button"
          class="small"
          aria-label="Swap the axes"
          onClick={() => {
            chosenX.value = y;
            chosenY.value = x;
          }}
        >
          ⇄
        </button>
        <Choice label="Up" value={y} choices={choices} onChange={(v) => (chosenY.value = v)} />
      </div>
      <Chart
        label={`${nameOf(o.variables, y)} against ${nameOf(o.variables, x)}: ${points.length} points, listed in the table below.`}
        height={300}
        of={[x, y, o.records.length, appearance.value, o.task]}
        options={() => scatter(o, x, y, points)}
        data={() => {
          const sorted = [...points].sort((a, b) => a.x - b.x);
          return [sorted.map((p) => p.x), sorted.map((p) => p.y)];
        }}
      />
      <p class="legend">
        <span class="dot prior" /> prior record <span class="dot chain" /> manipulator crystal, in order{" "}
        <span class="dot latest" /> latest
      </p>
      <details>
        <summary>The points as a table</summary>
        <table class="records plain">
          <thead>
            <tr>
              <th scope="col">Record</th>
              <th scope="col">{nameOf(o.variables, x)}</th>
              <th scope="col">{nameOf(o.variables, y)}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((p) => (
              <tr key={p.row.entry.id}>
                <th scope="row">{p.row.name}</th>
                <td>{fixed(p.x)}</td>
                <td>{fixed(p.y)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

interface Point {
  row: Row;
  x: number;
  y: number;
}

function scatter(o: Observation, x: string, y: string, points: Point[]): Omit<uPlot.Options, "width" | "height"> {
  const wide = (at: (p: Point) => number): [number, number] => {
    const values = points.map(at);
    const low = Math.min(...values);
    const high = Math.max(...values);
    const margin = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
    return [low - margin, high + margin];
  };
  const label = (name: string) => labelOf(o.variables.find((v) => v.name === name)!);
  return {
    scales: { x: { time: false, range: () => wide((p) => p.x) }, y: { range: () => wide((p) => p.y) } },
    axes: [axis(label(x), { size: 30 }), axis(label(y), { size: 54 })],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: { draw: [(plot) => drawPoints(plot, points)] },
  };
}

/**
 * Draws the points by hand, since uPlot sorts by x while the manipulator
 * crystal's points belong together in the order of the interventions.
 */
function drawPoints(plot: uPlot, points: Point[]): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  const at = (p: Point): [number, number] => [plot.valToPos(p.x, "x", true), plot.valToPos(p.y, "y", true)];
  const chain = points.filter((p) => p.row.kind !== "prior");
  ctx.save();
  ctx.lineWidth = 1.2 * ratio;
  ctx.strokeStyle = colour("faint");
  ctx.setLineDash([3 * ratio, 4 * ratio]);
  ctx.beginPath();
  chain.forEach((p, i) => (i === 0 ? ctx.moveTo(...at(p)) : ctx.lineTo(...at(p))));
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  for (const p of points) {
    const [px, py] = at(p);
    const prior = p.row.kind === "prior";
    const latest = p === chain.at(-1);
    const r = (latest ? 6 : 4.5) * ratio;
    ctx.beginPath();
    if (prior) ctx.rect(px - r, py - r, 2 * r, 2 * r);
    else ctx.arc(px, py, r, 0, 2 * Math.PI);
    ctx.fillStyle = colour(prior ? "violet" : latest ? "amber" : "teal");
    ctx.fill();
    ctx.lineWidth = 1.5 * ratio;
    ctx.strokeStyle = colour("panel");
    ctx.stroke();
  }
  ctx.fillStyle = colour("ink");
  const gap = 8 * ratio;
  const edge = plot.bbox.left + plot.bbox.width;
  for (const [[px, py], names] of labels(points.map((p) => [at(p), p.row.name]), 9 * ratio)) {
    const words = names.join(", ");
    const fits = px + gap + ctx.measureText(words).width <= edge;
    ctx.textAlign = fits ? "left" : "right";
    // On the other side and below, where the next point's label is not.
    ctx.fillText(words, fits ? px + gap : px - gap, fits ? py - 5 * ratio : py + 14 * ratio);
  }
  ctx.restore();
}

/** One label for points that lie on one another, with the names of them all. */
function labels(points: [[number, number], string][], near: number): [[number, number], string[]][] {
  const groups: [[number, number], string[]][] = [];
  for (const [[x, y], name] of points) {
    const group = groups.find(([[gx, gy]]) => Math.hypot(gx - x, gy - y) < near);
    if (group) group[1].push(name);
    else groups.push([[x, y], [name]]);
  }
  return groups;
}
