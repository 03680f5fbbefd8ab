// The rows of the score tables. A new score is a new row here.

import { short } from "./numbers";
import type { GameResult, Scores } from "./result";

export interface ScoreRow {
  title: string;
  /** What it says, in plain words. */
  words: string;
  /** The figure, or null where it is not defined. */
  figure: (r: GameResult) => string | null;
  /** From 0 to 1 for a bar beside the figure; absent where there is no best. */
  share?: (r: GameResult) => number;
}

const percent = (x: number) => `${Math.round(x * 100)} %`;

/** Precision, recall and F1 of one kind, in one row. */
function triple(title: string, words: string, of: (s: Scores) => [number, number, number]): ScoreRow {
  return {
    title,
    words,
    figure: (r) => {
      const [precision, recall, f1] = of(r.scores);
      return `F1 ${f1.toFixed(2)} (precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)})`;
    },
    share: (r) => of(r.scores)[2],
  };
}

/** How the mechanism compares with the true one. */
export const mechanismScores: readonly ScoreRow[] = [
  triple("Arrows", "how many of your arrows are right, and how many of the true ones you found", (s) => [
    s.edge_precision,
    s.edge_recall,
    s.edge_f1,
  ]),
  {
    title: "Distance",
    words: "arrows to add, remove or turn round to reach the truth (SHD); 0 is best",
    figure: (r) => {
      const { shd, missing, extra, reversed } = r.scores;
      return shd === 0 ? "0" : `${shd} (${missing} missing, ${extra} extra, ${reversed} reversed)`;
    },
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
    words: "records whose frequency your equation gives within 0.05 Hz",
    figure: (r) =>
      r.consistency
        ? `${r.consistency.matched} of ${r.consistency.total}, largest residual ${short(r.consistency.largest)} Hz`
        : null,
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
export function mechanismHeadline(s: Scores): string {
  if (s.shd === 0 && s.freq_weight_f1 === 1) return "Your mechanism is the true one.";
  if (s.shd === 0) return "Every arrow is right.";
  if (s.edge_f1 === 0) return "None of the arrows is right.";
  return `${percent(s.edge_f1)} of the arrows agree.`;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
