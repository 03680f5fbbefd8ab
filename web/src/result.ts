// game.Result: what an episode came to, known only after its end.

import type { Edge, Hypothesis } from "./types";

export interface Scores {
  edge_precision: number;
  edge_recall: number;
  edge_f1: number;
  shd: number;
  missing: number;
  extra: number;
  reversed: number;
  freq_edge_precision: number;
  freq_edge_recall: number;
  freq_edge_f1: number;
  freq_weight_precision: number;
  freq_weight_recall: number;
  freq_weight_f1: number;
  freq_weight_1pct_precision: number;
  freq_weight_1pct_recall: number;
  freq_weight_1pct_f1: number;
  true_roots: string[];
  predicted_roots: string[];
  root_precision: number;
  root_recall: number;
  root_f1: number;
}

export interface Match {
  matched: number;
  total: number;
  largest: number;
}

export interface StepScore {
  step: number;
  scores: Scores;
  consistency?: Match;
  predicted_hz?: number;
  predicted_error_hz?: number;
  accuracy: number;
}

export interface GameResult {
  outcome: "submitted" | "gave_up" | "truncated";
  submitted?: number;
  true_frequency: number;
  accuracy: number;
  exact: number;
  error_hz?: number;
  hypothesis: Hypothesis;
  scores: Scores;
  consistency?: Match;
  truncated: boolean;
  given_up: boolean;
  steps: { used: number; given: number };
  interventions: { used: number; given: number };
  submissions: number[];
  parse_failures: number;
  denied: number;
  t_ms?: number;
  truth: {
    edges: Edge[];
    equation: string;
    mechanisms: TrueMechanism[];
    reactor: Record<string, number>;
    disturbance?: { range: number; affected: string[] };
  };
  curve: StepScore[];
}

/** How one variable follows from its causes; base is absent where each crystal has its own. */
export interface TrueMechanism {
  name: string;
  base?: number;
  terms: { parent: string; power: number; weight: number }[];
}
