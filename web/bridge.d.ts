/**
 * The two doors of Causal lab, `window.causalab`. Written by hand; web/src/doors.ts
 * is checked against it.
 *
 * Agents get {@link Causalab.agent}: observe, act, the prompts, the schemas. It
 * reaches no truth and no reset. Harnesses get {@link Causalab.make}, with
 * Gymnasium's words and meanings. With `?door=agent` in the address the page
 * exposes `ready` and `agent` only.
 *
 * A record that is refused, or whose action the rules don't allow, returns
 * normally with `last_error`. {@link CausalabError} is thrown for misuse of a door.
 */

export interface Causalab {
  /** Resolves when the page can play. */
  readonly ready: Promise<void>;
  /** The agent's door to the episode that the page shows. Waits for `ready`;
   *  rejects with code `no_episode` if nothing is being played. */
  agent(): Promise<Agent>;
  /** The harness's door: an environment for one task. */
  make(taskId: string, options?: MakeOptions): Promise<Environment>;
  /** Calls f after every change of the episode that the page shows; returns a function that stops it. */
  on(event: EventName, f: (event: EventName) => void): () => void;
  /** The suites that can be played. */
  suites(): Promise<SuiteInfo[]>;
  /** Adds a suite given in the released JSON Lines form; its tasks are `imported/<name>/<index>-v1`. */
  importSuite(name: string, text: string): Promise<SuiteInfo>;
  readonly CausalabError: typeof CausalabError;
}

declare global {
  interface Window {
    readonly causalab: Causalab;
  }
}

export type EventName = "started" | "observation" | "ended";

export interface Agent {
  observe(): Observation;
  /** Plays one record: an object, or text as a model printed it. */
  act(record: RecordInput): Observation;
  /** Both stages of the prompt for the present moment. */
  prompt(): { system: string; user: string };
  /** JSON Schemas of observation and record. */
  readonly schema: { observation: object; record: object };
}

export interface Environment {
  readonly task: string;
  /** Starts a fresh episode. What is left out, single options too, is as `make` said; no seed means 0. */
  reset(request?: { seed?: number; options?: Options }): { observation: Observation; info: ResetInfo };
  step(record: RecordInput): Transition;
  /** Plays records until one ends the episode; crossing into the engine once makes it many times faster. */
  batch(records: RecordInput[]): BatchTransition;
  /** Everything about the episode, hidden parts included. */
  state(): State;
  /** The scores of the present hypothesis, finished or not, with IMEC for every step: counting
   *  graphs takes a while, so the page leaves it to a Worker. */
  score(): Promise<Score>;
  /** The log, JSON Lines in the format causalab.trajectory/1. */
  trajectory(): string;
  close(): void;
}

export interface Options {
  /** The seed that the graph of a sampled task is drawn with; 0 if left out. Other tasks have none. */
  graphs?: number;
  protocol?: "paper" | "released";
  semantics?: "shift" | "target";
  observations?: number;
  interventions?: number;
  /** Observations and interventions in short, e.g. "3o12i". */
  budget?: string;
  submissions?: number;
  steps?: number;
  /** With "golden" a chain of interventions is handed over: the task's own, or else one that is made,
   *  which only the engine without a room can do. */
  evidence?: "online" | "golden";
  verification?: "none" | "required";
  embodied?: boolean;
  residuals?: boolean;
}

export interface MakeOptions extends Options {
  /** A whole number from 0 to 2^53 - 1. */
  seed?: number;
  player?: { kind: string; name?: string };
  /** Stands for the task's id in observations and prompts. */
  alias?: string;
  /** Show the episodes on the page; true if left out. */
  watch?: boolean;
}

export interface ResetInfo {
  task: string;
  seed: number;
  options: Options;
}

export interface Transition {
  observation: Observation;
  /** 0 until the end, then the accuracy. */
  reward: number;
  /** Ended by the player. */
  terminated: boolean;
  /** Ended by the limit of steps. */
  truncated: boolean;
  /** Empty until the end, then every score. */
  info: Result | Record<string, never>;
}

export interface BatchTransition extends Transition {
  /** How many of the records were played. */
  taken: number;
  /** Those that were refused or not allowed. */
  refused?: { index: number; error: Refusal }[];
}

export type RecordInput = string | PlayerRecord;

export interface PlayerRecord {
  memory?: string;
  thought?: string;
  past_data?: Entry[];
  hypothesis: Hypothesis;
  experiment?: { target_prop: string; target_value?: number; purpose?: string };
  action?: "none" | "intervene" | "open_reactor" | "submit" | "give_up" | "move";
  /** Where a `move` goes. */
  to?: Place;
  /** The frequency of a `submit`, in Hz. */
  value?: number;
}

export interface Hypothesis {
  edges: Edge[];
  freq_equation: string;
  coefficients: { [name: string]: number | null };
}

export interface Edge {
  from: string;
  to: string;
}

export interface Entry {
  id: string;
  props: Readings;
  /** Hz. */
  freq?: number;
  intervention?: { target_prop: string; target_value: number };
}

export interface Readings {
  [property: string]: number;
}

export type Place = "archive" | "manipulator" | "whiteboard" | "reactor";
export type Phase = "experiment" | "reactor" | "done";

export interface Observation {
  task: string;
  family: string;
  protocol: "paper" | "released";
  semantics: "shift" | "target";
  step: number;
  phase: Phase;
  budget: { interventions: Allowance; steps: Allowance; submissions: Allowance };
  variables: { name: string; display_name: string; controllable: boolean }[];
  records: Entry[];
  manipulator: Entry;
  /** Null until the reactor is visible. */
  reactor: Readings | null;
  changed: { name: string; from: number; to: number; by: number }[];
  place?: Place;
  answer?: "not_activated" | "verification";
  residuals?: { id: string; residual: number }[];
  last_error: Refusal | null;
  retries_left: number;
  warnings: Refusal[];
}

export interface Allowance {
  used: number;
  left: number;
}

export interface Refusal {
  code: string;
  message: string;
  path: string;
}

export interface Scores {
  [name: string]: number | string[];
}

export interface StepScore {
  step: number;
  scores: Scores;
  consistency?: { matched: number; total: number; evaluated: number; largest: number };
  predicted_hz?: number;
  predicted_error_hz?: number;
  accuracy: number;
}

/** A number of graphs; a decimal text above 2^53, where a number would not be exact. */
export type Count = number | string;

export interface Score extends StepScore {
  /** IMEC: how many graphs the measurements allowed before the first step and after each;
   *  null with a hidden disturbance, where it is not defined. */
  imec: Count[] | null;
}

export interface Truth {
  edges: Edge[];
  mechanisms: { name: string; base?: number; terms: { parent: string; power: number; weight: number }[] }[];
  disturbance?: { range: number; affected: string[] };
  reactor: Readings;
  equation: string;
}

export interface Result {
  outcome: "submitted" | "gave_up" | "truncated";
  submitted?: number;
  true_frequency: number;
  accuracy: number;
  exact: number;
  error_hz?: number;
  hypothesis: Hypothesis;
  scores: Scores;
  consistency?: { matched: number; total: number; evaluated: number; largest: number };
  truncated: boolean;
  given_up: boolean;
  steps: { used: number; given: number };
  interventions: { used: number; given: number };
  submissions: number[];
  parse_failures: number;
  denied: number;
  t_ms?: number;
  truth: Truth;
  curve: StepScore[];
}

export interface State {
  task: string;
  seed: number;
  options: Options;
  phase: Phase;
  step: number;
  outcome?: string;
  truth: Truth;
  manipulator: { bases: Readings; values: Readings };
  reactor: { bases: Readings; values: Readings };
  hypothesis: Hypothesis;
}

export interface SuiteInfo {
  name: string;
  title: string;
  count: number;
  family: string;
  nodes: number;
  golden: boolean;
  disturbance: boolean;
  /** There for suites whose tasks are sampled when they are asked for. */
  sampled?: boolean;
}

/** Misuse of a door. */
export class CausalabError extends Error {
  readonly code: string;
  readonly path: string;
  constructor(refusal: Refusal);
}
