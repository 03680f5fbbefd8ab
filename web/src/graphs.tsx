// Truth beside hypothesis: both graphs with every variable at the same place,
// so that the eye compares arrows. What differs is told by dash and mark, not
// by colour alone.

import { graphlib, layout } from "@dagrejs/dagre";
import { sameEdge } from "./draft";
import { headingOf, nameOf } from "./names";
import { FREQUENCY, type Edge, type Variable } from "./types";

export type Verdict = "right" | "missing" | "extra" | "reversed";

export interface JudgedEdge extends Edge {
  verdict: Verdict;
}

/** Judges the arrows of both graphs; a turned one is "reversed" in each. */
export function judge(truth: readonly Edge[], claimed: readonly Edge[]): { truth: JudgedEdge[]; claimed: JudgedEdge[] } {
  const has = (list: readonly Edge[], e: Edge) => list.some((x) => sameEdge(x, e));
  const turned = (e: Edge) => ({ from: e.to, to: e.from });
  return {
    truth: truth.map((e) => ({
      ...e,
      verdict: has(claimed, e) ? "right" : has(claimed, turned(e)) ? "reversed" : "missing",
    })),
    claimed: claimed.map((e) => ({
      ...e,
      verdict: has(truth, e) ? "right" : has(truth, turned(e)) && !has(claimed, turned(e)) ? "reversed" : "extra",
    })),
  };
}

const nodeHeight = 30;
const nodeWidth = (label: string) => 26 + label.length * 7.4;

interface Placed {
  name: string;
  label: string;
  x: number;
  y: number;
  width: number;
}

/** Places for all variables, from the true graph, with the claimed arrows drawn into it. */
export function placed(variables: readonly Variable[], truth: readonly Edge[]): { nodes: Placed[]; width: number; height: number } {
  const g = new graphlib.Graph();
  // On a narrow window the graph runs downwards, so that its names stay readable.
  const rankdir = innerWidth <= 760 ? "TB" : "LR";
  g.setGraph({ rankdir, nodesep: 26, ranksep: rankdir === "TB" ? 44 : 62, marginx: 14, marginy: 22 });
  g.setDefaultEdgeLabel(() => ({}));
  for (const v of variables) {
    g.setNode(v.name, { width: nodeWidth(headingOf(v, 3)), height: nodeHeight });
  }
  for (const e of truth) g.setEdge(e.from, e.to);
  layout(g);
  const nodes = variables.map((v) => {
    const n = g.node(v.name) as { x: number; y: number; width: number };
    return { name: v.name, label: headingOf(v, 3), x: n.x, y: n.y, width: n.width };
  });
  const size = g.graph() as { width?: number; height?: number };
  return { nodes, width: size.width ?? 300, height: size.height ?? 200 };
}

interface Props {
  title: string;
  variables: readonly Variable[];
  edges: readonly JudgedEdge[];
  place: ReturnType<typeof placed>;
}

const marks: Record<Verdict, string> = { right: "", missing: "?", extra: "✕", reversed: "⇄" };

export function GraphPicture({ title, variables, edges, place }: Props) {
  const node = (name: string) => place.nodes.find((n) => n.name === name)!;
  const known = edges.filter((e) => place.nodes.some((n) => n.name === e.from) && place.nodes.some((n) => n.name === e.to));
  return (
    <figure class="graph">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${place.width} ${place.height}`} role="img" aria-label={`${title}: ${described(variables, edges)}`}>
        {known.map((e) => (
          <Arrow key={`${e.from}>${e.to}`} edge={e} from={node(e.from)} to={node(e.to)} />
        ))}
        {place.nodes.map((n) => (
          <g key={n.name} class={n.name === FREQUENCY ? "node frequency" : "node"}>
            <rect x={n.x - n.width / 2} y={n.y - nodeHeight / 2} width={n.width} height={nodeHeight} rx={nodeHeight / 2} />
            <text x={n.x} y={n.y + 4.5} text-anchor="middle">
              {n.label}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** A curved arrow from border to border, bowed so that it clears the nodes between. */
function Arrow({ edge, from, to }: { edge: JudgedEdge; from: Placed; to: Placed }) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const bow = Math.min(46, length * 0.16) * (Math.abs(dy) < 4 && Math.abs(dx) > 230 ? 1.5 : 1);
  const mid = { x: (from.x + to.x) / 2 + (dy / length) * bow, y: (from.y + to.y) / 2 - (dx / length) * bow };
  const start = border(from, mid);
  const end = border(to, mid);
  const angle = Math.atan2(end.y - mid.y, end.x - mid.x);
  const wing = (turn: number) => `${end.x - 10 * Math.cos(angle + turn)} ${end.y - 10 * Math.sin(angle + turn)}`;
  const label = { x: (start.x + 2 * mid.x + end.x) / 4, y: (start.y + 2 * mid.y + end.y) / 4 };
  return (
    <g class={`arrow ${edge.verdict}`}>
      <path class="shaft" d={`M${start.x} ${start.y} Q${mid.x} ${mid.y} ${end.x} ${end.y}`} />
      <path class="tip" d={`M${end.x} ${end.y} L${wing(0.42)} L${wing(-0.42)} Z`} />
      {marks[edge.verdict] && (
        <>
          <circle cx={label.x} cy={label.y} r={9} />
          <text x={label.x} y={label.y + 4} text-anchor="middle">
            {marks[edge.verdict]}
          </text>
        </>
      )}
    </g>
  );
}

/** Where the line from a node's middle towards a point leaves the node. */
function border(n: Placed, towards: { x: number; y: number }): { x: number; y: number } {
  const dx = towards.x - n.x;
  const dy = towards.y - n.y;
  const scale = Math.min((n.width / 2 + 3) / Math.max(Math.abs(dx), 1e-6), (nodeHeight / 2 + 3) / Math.max(Math.abs(dy), 1e-6), 1);
  return { x: n.x + dx * scale, y: n.y + dy * scale };
}

const verdictWords: Record<Verdict, string> = {
  right: "",
  missing: " (missing in yours)",
  extra: " (not in the truth)",
  reversed: " (turned round)",
};

/** The arrows in words. */
export function described(variables: readonly Variable[], edges: readonly JudgedEdge[]): string {
  if (edges.length === 0) return "no arrows.";
  return `${edges
    .map((e) => `${nameOf(variables, e.from)} to ${nameOf(variables, e.to)}${verdictWords[e.verdict]}`)
    .join("; ")}.`;
}
