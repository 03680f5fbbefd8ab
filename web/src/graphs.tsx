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
/** The marks of arrows along the border reach beyond the layout. */
const markRadius = 9;
/** A small graph is not blown up beyond this. */
const largest = 1.35;
const nodeWidth = (label: string) => 24 + label.length * 7.4;

interface Point {
  x: number;
  y: number;
}

interface Placed extends Point {
  name: string;
  label: string;
  width: number;
}

export interface Layout {
  nodes: Placed[];
  /** The way of each arrow of either graph from border to border, by "from>to". */
  ways: Record<string, Point[]>;
  width: number;
  height: number;
}

/** One layout for the arrows of both graphs, with ways that clear the variables between. */
export function layoutOf(variables: readonly Variable[], truth: readonly Edge[], claimed: readonly Edge[]): Layout {
  const g = new graphlib.Graph();
  // On a narrow window the graph runs downwards, so that its names stay readable.
  const rankdir = innerWidth <= 760 ? "TB" : "LR";
  g.setGraph({ rankdir, nodesep: 22, edgesep: 14, ranksep: rankdir === "TB" ? 40 : 48, marginx: 12, marginy: 12 });
  g.setDefaultEdgeLabel(() => ({}));
  for (const v of variables) {
    g.setNode(v.name, { width: nodeWidth(headingOf(v, 3)), height: nodeHeight });
  }
  const known = (e: Edge) => g.hasNode(e.from) && g.hasNode(e.to) && e.from !== e.to;
  const all = [...truth, ...claimed.filter((e) => !truth.some((t) => sameEdge(t, e)))].filter(known);
  // The truth weighs more, so that its arrows run straight and forward.
  for (const e of all) g.setEdge(e.from, e.to, { weight: truth.some((t) => sameEdge(t, e)) ? 3 : 1 });
  layout(g);
  const nodes = variables.map((v) => {
    const { x, y, width } = g.node(v.name) as Placed;
    return { name: v.name, label: headingOf(v, 3), x, y, width };
  });
  const ways: Record<string, Point[]> = {};
  for (const e of all) ways[`${e.from}>${e.to}`] = (g.edge(e.from, e.to) as { points: Point[] }).points;
  const size = g.graph() as { width?: number; height?: number };
  return { nodes, ways, width: size.width ?? 300, height: size.height ?? 200 };
}

interface Props {
  title: string;
  variables: readonly Variable[];
  edges: readonly JudgedEdge[];
  layout: Layout;
}

const marks: Record<Verdict, string> = { right: "", missing: "?", extra: "✕", reversed: "⇄" };

export function GraphPicture({ title, variables, edges, layout }: Props) {
  return (
    <figure class="graph">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 ${-markRadius} ${layout.width} ${layout.height + 2 * markRadius}`}
        style={{ maxWidth: `${layout.width * largest}px` }}
        role="img"
        aria-label={`${title}: ${described(variables, edges)}`}
      >
        {edges.map((e) => {
          const way = layout.ways[`${e.from}>${e.to}`];
          return way && <Arrow key={`${e.from}>${e.to}`} verdict={e.verdict} way={way} />;
        })}
        {layout.nodes.map((n) => (
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

function Arrow({ verdict, way }: { verdict: Verdict; way: Point[] }) {
  const end = way.at(-1)!;
  const before = way.at(-2)!;
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const wing = (turn: number) => `${end.x - 10 * Math.cos(angle + turn)} ${end.y - 10 * Math.sin(angle + turn)}`;
  const middle = way[Math.floor(way.length / 2)]!;
  return (
    <g class={`arrow ${verdict}`}>
      <path class="shaft" d={smooth(way)} />
      <path class="tip" d={`M${end.x} ${end.y} L${wing(0.42)} L${wing(-0.42)} Z`} />
      {marks[verdict] && (
        <>
          <circle cx={middle.x} cy={middle.y} r={markRadius} />
          <text x={middle.x} y={middle.y + 4} text-anchor="middle">
            {marks[verdict]}
          </text>
        </>
      )}
    </g>
  );
}

/** A curve through the middles of a way's segments, with its corners as control points. */
function smooth(way: Point[]): string {
  const [start, ...rest] = way;
  const end = rest.pop()!;
  let path = `M${start!.x} ${start!.y}`;
  rest.forEach((p, i) => {
    const next = rest[i + 1];
    const to = next ? { x: (p.x + next.x) / 2, y: (p.y + next.y) / 2 } : end;
    path += ` Q${p.x} ${p.y} ${to.x} ${to.y}`;
  });
  return rest.length > 0 ? path : `${path} L${end.x} ${end.y}`;
}

const verdictWords: Record<Verdict, string> = {
  right: "",
  missing: " (missing in the hypothesis)",
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
