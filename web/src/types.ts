// Shapes that cross the port as JSON text: game.Observation, dsl.Record and
// their parts, under the names that the Go structs give them.

import type { Allowance, Edge } from "../bridge";

export type { Allowance, Edge, SuiteInfo } from "../bridge";

export interface Variable {
  name: string;
  display_name: string;
  controllable: boolean;
}

export interface Intervention {
  target_prop: string;
  target_value: number;
}

export interface Entry {
  id: string;
  props: Record<string, number>;
  freq?: number;
  intervention?: Intervention;
}

export interface Change {
  name: string;
  from: number;
  to: number;
  by: number;
}

export interface Slip {
  code: string;
  message: string;
  path: string;
}

export type Phase = "experiment" | "reactor" | "done";
export type Place = "archive" | "manipulator" | "whiteboard" | "reactor";

export interface Observation {
  task: string;
  family: string;
  protocol: string;
  semantics: "shift" | "target";
  step: number;
  phase: Phase;
  budget: { interventions: Allowance; steps: Allowance; submissions: Allowance };
  variables: Variable[];
  records: Entry[];
  manipulator: Entry;
  reactor: Record<string, number> | null;
  changed: Change[] | null;
  place?: Place;
  answer?: "not_activated" | "verification" | string;
  residuals?: { id: string; residual: number }[];
  last_error: Slip | null;
  retries_left: number;
  warnings: Slip[] | null;
}

export interface Options {
  /** The seed that a sampled task's graph is drawn with. */
  graphs?: number;
  protocol?: string;
  semantics?: string;
  observations?: number;
  interventions?: number;
  submissions?: number;
  steps?: number;
  evidence?: string;
  verification?: string;
  embodied?: boolean;
  residuals?: boolean;
}

export interface Header {
  task: string;
  options: Options;
  seed: number;
  alias?: string;
  player?: { kind: string; name?: string };
}

export interface StartRequest {
  task: string;
  options: Options;
  seed: number;
  player: { kind: string; name: string };
  alias?: string;
  chain?: Chain;
}

/** A chain of interventions that is handed over as evidence. */
export interface Chain {
  semantics: string;
  links: Intervention[];
}

export interface Hypothesis {
  edges: Edge[];
  freq_equation: string;
  coefficients: Record<string, number | null>;
}

export type Action = "intervene" | "open_reactor" | "submit" | "give_up" | "move";

export interface DslRecord {
  memory: string;
  thought: string;
  past_data: Entry[];
  hypothesis: Hypothesis;
  experiment?: { target_prop: string; target_value?: number };
  action?: Action;
  to?: Place;
  value?: number;
}

export interface Term {
  parent: string;
  power: number;
  value: number | null;
}

export interface Interpretation {
  equation: string;
  terms: Term[] | null;
  base: number | null;
  predicted: number | null;
  missing: string[] | null;
}

export interface Residuals {
  rows: { id: string; measured: number; predicted: number; residual: number }[];
  matched: number;
  largest: number;
}

export interface LabObject {
  id: string;
  role: string;
  label: string;
  state: string;
  rect: { x: number; y: number; width: number; height: number };
}

export type Intent =
  | { kind: "open"; object: Place }
  | { kind: "edge"; change: "add" | "remove" | "reverse"; from: string; to: string }
  | { kind: "arrived"; place: Place };

/** The code name of the one variable that is never set. */
export const FREQUENCY = "resonanceFreq";
