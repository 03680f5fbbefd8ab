// The rows of the score tables. A new score is a new row here.

import { short } from "./numbers";
import type { GameResult, Scores } from "./result";

export interface ScoreRow {
  title: string;
  /** What it says, in plain words. */
  words: string;
  /** The figure, or null where it is not defined. */
  figure: (r: GameResult) => string | null;
  /** What the figure is made of. */
  detail?: (r: GameResult) => string;
  /** From 0 to 1 for a bar beside the figure; absent where there is no best. */
  share?: (r: GameResult) => number;
}

/** Precision, recall and F1 of one kind, in one row. */
function triple(title: string, words: string, of: (s: Scores) => [number, number, number]): ScoreRow {
  return {
    title,
    words,
    figure: (r) => `F1 ${of(r.scores)[2].toFixed(2)}`,
    detail: (r) => {
      const [precision, recall] = of(r.scores);
      return `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`;
    },
    share: (r) => of(r.scores)[2],
  };
}

/** How the mechanism compares with the true one. */
export const mechanismScores: readonly ScoreRow[] = [
  triple("Arrows", "precision: the share of drawn arrows that are true; recall: of true ones that were drawn; F1 joins both", (s) => [
    s.edge_precision,
    s.edge_recall,
    s.edge_f1,
  ]),
  {
    title: "Distance",
    words: "arrows to add, remove or turn round to reach the truth (SHD); 0 is best",
    figure: (r) => String(r.scores.shd),
    detail: ({ scores: { missing, extra, reversed } }) => `${missing} missing, ${extra} extra, ${reversed} turned round`,
  },
  triple("Arrows into the frequency", "the direct causes of the frequency", (s) => [
    s.freq_edge_precision,
    s.freq_edge_recall,
    s.freq_edge_f1,
  ]),
  triple("Numbers of the equation", "coefficients that are right; the base is not counted", (s) => [
    s.freq_weight_precision,
    s.freq_weight_recall,
    s.freq_weight_f1,
  ]),
  triple("First causes", "properties that nothing causes and that reach the frequency", (s) => [
    s.root_precision,
    s.root_recall,
    s.root_f1,
  ]),
  {
    title: "Fit",
    words: "records whose frequency the equation gives within 0.05 Hz",
    figure: (r) => (r.consistency ? `${r.consistency.matched} of ${r.consistency.total}` : null),
    detail: (r) => `largest residual ${short(r.consistency?.largest ?? 0)} Hz`,
    share: (r) => (r.consistency ? r.consistency.matched / Math.max(1, r.consistency.total) : 0),
  },
];

/** What it took. */
export const effortScores: readonly ScoreRow[] = [
  { title: "Interventions", words: "used of those given", figure: (r) => `${r.interventions.used} of ${r.interventions.given}` },
  { title: "Steps", words: "used of those given", figure: (r) => `${r.steps.used} of ${r.steps.given}` },
  { title: "Time", words: "since the start", figure: (r) => (r.t_ms === undefined ? null : duration(r.t_ms)) },
  {
    title: "Records that could not be read",
    words: "steps lost to them",
    figure: (r) => (r.parse_failures > 0 ? String(r.parse_failures) : null),
  },
  {
    title: "Actions not allowed",
    words: "steps spent on them",
    figure: (r) => (r.denied > 0 ? String(r.denied) : null),
  },
];

/** The headline of the mechanism's score. */
export function mechanismHeadline({ scores: s, truth, hypothesis }: GameResult): string {
  const found = truth.edges.length - s.missing - s.reversed;
  const wrong = s.extra + s.reversed;
  if (s.shd === 0) return s.freq_weight_f1 === 1 ? "All of it is right." : "Every arrow is right.";
  if ((hypothesis.edges ?? []).length === 0) return "No arrow was drawn.";
  return `${found} of the ${truth.edges.length} true arrows found, ${wrong === 0 ? "none" : wrong} wrong.`;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
