// The query string: a link to a task, and how the page is opened for others.
//
//   task=causalab/4nodes/17-v1   the task by its id, or instead
//   suite=4nodes  index=17       the suite's name and the task's place in it, from 0
//   seed=3                       whole number from 0; 0 if left out
//   graphs=5                     sampled tasks only: the seed of their graphs
//   protocol=paper|released      paper if left out
//   budget=2o12i                 prior observations and interventions
//   submissions=3  steps=40      whole numbers from 1
//   semantics=shift|target       what an intervention does
//   evidence=online|golden       whether the player intervenes or is handed a chain
//   verification=none|required   whether the first submission is answered by its residuals
//   embodied=on|off              whether walking to a place is a step
//   residuals=on|off             whether the page shows residuals; on, except with door=agent
//   door=agent                   opened for a program: the page shows the lab and
//                                offers nothing but causalab.ready and causalab.agent
//   alias=name                   the name that stands for the task with door=agent
//
// What is left out keeps the protocol's default. A value that cannot be read is
// reported, never replaced.

import type { Options } from "./types";

export interface Setup {
  task: string;
  seed: number;
  options: Options;
}

export interface Query {
  /** The task to start at once, or null when the query names none. */
  setup: Setup | null;
  door: "agent" | null;
  alias: string | null;
  /** A sentence for each parameter that cannot be read. */
  problems: string[];
}

const taskId = /^(causalab|imported)\/[^/]+\/\d+-v\d+$/;

/** A task's id. Imported suites have "imported/" in their name already. */
export function taskOf(suite: string, index: number): string {
  return `${suite.startsWith("imported/") ? "" : "causalab/"}${suite}/${index}-v1`;
}

/** Suite and index of a task id, or null. */
export function partsOf(task: string): { suite: string; index: number } | null {
  const found = task.match(/^(?:causalab\/([^/]+)|(imported\/[^/]+))\/(\d+)-v\d+$/);
  return found ? { suite: (found[1] ?? found[2])!, index: Number(found[3]) } : null;
}

export function readBudget(text: string): { observations: number; interventions: number } | null {
  const found = text.trim().match(/^(\d{1,3})o(\d{1,4})i$/i);
  return found ? { observations: Number(found[1]), interventions: Number(found[2]) } : null;
}

export function readQuery(search: string): Query {
  const given = new URLSearchParams(search);
  const problems: string[] = [];
  const options: Options = {};
  const take = (name: string): string | null => {
    const values = given.getAll(name);
    given.delete(name);
    if (values.length > 1) problems.push(`${name} is given more than once. Keep one.`);
    return values.length > 0 ? values[0]! : null;
  };
  const choice = (name: string, allowed: readonly string[]): string | undefined => {
    const value = take(name);
    if (value === null) return undefined;
    if (allowed.includes(value)) return value;
    problems.push(`${name}=${value} is not known. Use ${allowed.join(" or ")}.`);
    return undefined;
  };
  const whole = (name: string, least: number): number | undefined => {
    const value = take(name);
    if (value === null) return undefined;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && Number.isSafeInteger(number)) return number;
    problems.push(`${name}=${value} is not a whole number from ${least}.`);
    return undefined;
  };
  const set = <K extends keyof Options>(key: K, value: Options[K] | undefined) => {
    if (value !== undefined) options[key] = value;
  };

  const door = choice("door", ["agent"]) === "agent" ? "agent" : null;
  const alias = take("alias");
  const task = take("task");
  const suite = take("suite");
  const index = whole("index", 0);
  const seed = whole("seed", 0);
  set("graphs", whole("graphs", 0));
  set("protocol", choice("protocol", ["paper", "released"]));
  const budget = take("budget");
  if (budget !== null) {
    const amounts = readBudget(budget);
    if (amounts) Object.assign(options, amounts);
    else problems.push(`budget=${budget} is not of the form 2o12i (2 observations, 12 interventions).`);
  }
  set("submissions", whole("submissions", 1));
  set("steps", whole("steps", 1));
  set("semantics", choice("semantics", ["shift", "target"]));
  set("evidence", choice("evidence", ["online", "golden"]));
  set("verification", choice("verification", ["none", "required"]));
  const embodied = choice("embodied", ["on", "off"]);
  if (embodied === "on") options.embodied = true;
  const residuals = choice("residuals", ["on", "off"]);
  if (residuals === "on" || (residuals === undefined && door === null)) options.residuals = true;

  for (const name of new Set(given.keys())) problems.push(`${name} is not a parameter of this page.`);
  let id: string | null = null;
  if (task !== null) {
    if (suite !== null || index !== undefined) problems.push("Give either task, or suite and index.");
    else if (taskId.test(task)) id = task;
    else problems.push(`task=${task} is not a task id like causalab/4nodes/17-v1.`);
  } else if (suite !== null) {
    if (/^[\w-]+$/.test(suite)) id = taskOf(suite, index ?? 0);
    else problems.push(`suite=${suite} is not the name of a suite.`);
  } else if (index !== undefined) {
    problems.push("index needs a suite beside it.");
  } else if (seed !== undefined || Object.keys(options).some((k) => k !== "residuals")) {
    problems.push("The link sets options but names no task. Add suite and index, or task.");
  }
  const setup = id !== null && problems.length === 0 ? { task: id, seed: seed ?? 0, options } : null;
  return { setup, door, alias, problems };
}

/** The query string of a link to the same task under the same rules, beginning with "?". */
export function queryOf(setup: Setup): string {
  const { task, seed, options } = setup;
  const query = new URLSearchParams();
  const parts = partsOf(task);
  if (parts && task.startsWith("causalab/") && task === taskOf(parts.suite, parts.index)) {
    query.set("suite", parts.suite);
    query.set("index", String(parts.index));
  } else {
    query.set("task", task);
  }
  if (seed !== 0) query.set("seed", String(seed));
  if (options.protocol) query.set("protocol", options.protocol);
  if (options.observations !== undefined && options.interventions !== undefined) {
    query.set("budget", `${options.observations}o${options.interventions}i`);
  }
  for (const name of ["graphs", "submissions", "steps", "semantics", "evidence", "verification"] as const) {
    const value = options[name];
    if (value !== undefined) query.set(name, String(value));
  }
  if (options.embodied) query.set("embodied", "on");
  if (!options.residuals) query.set("residuals", "off");
  return `?${query.toString().replaceAll("%2F", "/")}`;
}
