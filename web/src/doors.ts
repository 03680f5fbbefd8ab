// The public doors (see bridge.d.ts): they give the program's functions, which
// take and answer text, their objects and exceptions. A door reaches the program
// only through the closures here, so that an agent finds nothing else behind it.

import type * as Bridge from "../bridge";

/** Misuse of a door. */
export class CausalabError extends Error implements Bridge.CausalabError {
  override readonly name = "CausalabError";
  readonly code: string;
  readonly path: string;
  constructor(refusal: Bridge.Refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.path = refusal.path;
  }
}

/** Reads an answer; one that reports misuse is thrown. */
function read<T>(answer: string): T {
  const value = JSON.parse(answer) as T & { error?: Bridge.Refusal };
  if (value !== null && typeof value === "object" && value.error) throw new CausalabError(value.error);
  return value;
}

function asText(record: Bridge.RecordInput, argument: string): string {
  if (typeof record === "string") return record;
  if (record === null || typeof record !== "object" || Array.isArray(record)) {
    throw misuse(`${argument} has to be a record: an object, or its text.`, argument);
  }
  return write(record, argument);
}

/** JSON text of an argument. JSON has no NaN: writing null for it would hide the slip. */
function write(value: unknown, argument: string): string {
  try {
    const text = JSON.stringify(value, (key, x: unknown) => {
      if (typeof x === "number" && !Number.isFinite(x)) {
        throw misuse(`${key} is ${x}; give a finite number.`, key);
      }
      return x;
    });
    if (text !== undefined) return text;
  } catch (error) {
    if (error instanceof CausalabError) throw error;
    throw misuse(`${argument} cannot be written as JSON: ${String(error)}.`, argument);
  }
  throw misuse(`${argument} cannot be written as JSON.`, argument);
}

function misuse(message: string, path: string): CausalabError {
  return new CausalabError({ code: "bad_request", message, path });
}

const separator = "\u001e";

/** The agent's door to the episode that is shown. */
export function agentDoor(port: Port): Bridge.Agent {
  read(port.agent.observe()); // throws where nothing is being played
  const { agent } = port;
  const schema = JSON.parse(agent.schema()) as Bridge.Agent["schema"];
  return Object.freeze<Bridge.Agent>({
    observe: () => read(agent.observe()),
    act: (record) => read(agent.act(asText(record, "record"))),
    prompt: () => read(agent.prompt()),
    schema,
  });
}

/** Counts the graphs that the measurements of a log allowed, before the first step and after each. */
export type Counter = (task: string, trajectory: string) => Promise<Bridge.Count[] | null>;

/** The harness's door: one environment for a task. */
export function harnessDoor(port: Port, count: Counter, task: string, options: Bridge.MakeOptions = {}): Bridge.Environment {
  if (typeof task !== "string") throw misuse("The task has to be an id like causalab/4nodes/17-v1.", "taskId");
  const { harness } = port;
  const { env } = read<{ env: number }>(harness.make(task, write(options, "options")));
  const trajectory = (): string => read<{ trajectory: string }>(harness.trajectory(env)).trajectory;
  const step = (record: Bridge.RecordInput): Bridge.Transition => read(harness.step(env, asText(record, "record")));
  return Object.freeze<Bridge.Environment>({
    task,
    reset: (request = {}) => read(harness.reset(env, write(request, "request"))),
    step,
    batch: (records) => {
      if (!Array.isArray(records) || records.length === 0) throw misuse("Give a list with at least one record.", "records");
      const texts = records.map((r, i) => asText(r, `records[${i}]`));
      if (texts.some((t) => t.includes(separator))) return batchOneByOne(texts, step);
      return read(harness.batch(env, texts.join(separator)));
    },
    state: () => read(harness.state(env)),
    score: async () => {
      const score = read<Bridge.StepScore>(harness.score(env));
      return { ...score, imec: await count(task, trajectory()) };
    },
    trajectory,
    close: () => {
      read(harness.close(env));
    },
  });
}

function batchOneByOne(texts: string[], step: (record: string) => Bridge.Transition): Bridge.BatchTransition {
  let last: Bridge.Transition;
  let taken = 0;
  const refused: { index: number; error: Bridge.Refusal }[] = [];
  do {
    last = step(texts[taken]!);
    if (last.observation.last_error) refused.push({ index: taken, error: last.observation.last_error });
    taken++;
  } while (taken < texts.length && !last.terminated && !last.truncated);
  return { ...last, taken, ...(refused.length > 0 ? { refused } : {}) };
}

const eventNames: readonly string[] = ["started", "observation", "ended"];

/** The doors to a program that may still be on its way. */
export function causalabOver(program: Promise<Port>, count: Counter): Bridge.Causalab {
  const ready = program.then(() => undefined);
  ready.catch(() => undefined); // whoever waits for it is told
  const listeners = new Map<Bridge.EventName, Set<(event: Bridge.EventName) => void>>();
  program.then(
    (port) =>
      port.subscribe((event) => {
        // A listener may take itself off while it is told.
        for (const f of [...(listeners.get(event as Bridge.EventName) ?? [])]) f(event as Bridge.EventName);
      }),
    () => undefined,
  );
  return Object.freeze<Bridge.Causalab>({
    ready,
    CausalabError,
    agent: async () => agentDoor(await program),
    make: async (task, options) => harnessDoor(await program, count, task, options),
    suites: async () => read((await program).harness.suites()),
    importSuite: async (name, text) => {
      if (typeof name !== "string") throw misuse("Give the suite's name as text.", "name");
      if (typeof text !== "string") throw misuse("Give the suite as text: the contents of a JSON Lines file.", "text");
      return read((await program).harness.import(name, text));
    },
    on: (event, f) => {
      if (!eventNames.includes(event)) throw misuse(`There is no such event; choose one of ${eventNames.join(", ")}.`, "event");
      if (typeof f !== "function") throw misuse("Give a function to be called.", "f");
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set);
      set.add(f);
      return () => void set.delete(f);
    },
  });
}

/**
 * Puts `causalab` on the window at once, so that a program can wait for
 * `causalab.ready` from the first moment on, and returns what to call with the
 * port once the page can play. With agentOnly it has `ready` and `agent` alone.
 */
export function openDoors(agentOnly: boolean, count: Counter): (port: Port) => void {
  let resolve!: (port: Port) => void;
  const all = causalabOver(new Promise<Port>((r) => (resolve = r)), count);
  const doors = agentOnly ? Object.freeze({ ready: all.ready, agent: all.agent }) : all;
  Object.defineProperty(window, "causalab", { value: doors, enumerable: true });
  return resolve;
}
