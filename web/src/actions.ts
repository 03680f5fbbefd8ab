// Everything a person does in the game goes through port.step, with a full
// record built from the draft. Each action is checked first, so that a slip
// costs nothing.

import { fieldError, termFields } from "./draft";
import { elapsedMs } from "./clock";
import { fixed, short, signed } from "./numbers";
import { listed, nameOf, told } from "./names";
import {
  agentDoor,
  announcement,
  draft,
  header,
  hypothesis,
  manipulatorOpen,
  observation,
  playing,
  port,
  prediction,
  quadratic,
  result,
  slips,
  toast,
} from "./store";
import type { GameResult } from "./result";
import type { DslRecord, Header, Observation, Place, Slip } from "./types";

type Extra = Pick<DslRecord, "action" | "experiment" | "to" | "value">;

/** The record that the draft and an action make. */
export function recordOf(extra: Extra): DslRecord {
  return {
    memory: draft.value.memory,
    thought: draft.value.thought,
    past_data: observation.value?.records ?? [],
    hypothesis: hypothesis.value,
    ...extra,
  };
}

/** Slips of an action as it stands now, the fields' own first. */
export function check(extra: Extra): Slip[] {
  const own = fieldSlips();
  const answer = JSON.parse(port.value!.check(JSON.stringify(recordOf(extra)))) as { errors: Slip[] | null };
  const unread = new Set(own.map((s) => s.path));
  return [...own, ...(answer.errors ?? []).filter((s) => !unread.has(s.path))];
}

/** Number fields of the hypothesis that hold no number. */
export function fieldSlips(): Slip[] {
  const d = draft.value;
  const found: Slip[] = [];
  const look = (path: string, text: string, label: string) => {
    const message = fieldError(text);
    if (message) found.push({ code: "number", message: `${label}: ${message}`, path });
  };
  look("hypothesis.coefficients.base", d.base, "base");
  for (const f of termFields(d, observation.value?.variables ?? [], quadratic.value)) {
    const name = quadratic.value ? `c_${f.parent}_${f.power}` : `c_${f.parent}`;
    look(`hypothesis.coefficients.${name}`, d.coefficients[f.key] ?? "", `the coefficient of ${f.parent}${f.power === 2 ? "²" : ""}`);
  }
  return found;
}

/** Steps if nothing is wrong; otherwise shows the slips and answers false. */
function act(extra: Extra): boolean {
  if (!port.value || !playing.value) return false;
  const found = check(extra);
  slips.value = found;
  if (found.length > 0) {
    announcement.value = found.map((s) => told(s, observation.value!.variables)).join(" ");
    return false;
  }
  port.value.step(JSON.stringify(recordOf(extra)), elapsedMs());
  refresh();
  const denied = observation.value?.last_error;
  if (denied) {
    slips.value = [denied];
    toast(told(denied, observation.value!.variables), "error");
    return false;
  }
  draft.value = { ...draft.value, thought: "" };
  return true;
}

/** Reads the program's state after a change, whoever caused it. */
export function refresh(): void {
  if (!port.value) return;
  observation.value = JSON.parse(port.value.observe()) as Observation | null;
  header.value = shown(JSON.parse(port.value.header()) as Header | null);
  if (observation.value?.phase === "done" && !result.value) {
    const answer = JSON.parse(port.value.result()) as GameResult & { error?: Slip };
    if (!answer.error) result.value = answer;
    manipulatorOpen.value = false;
  }
}

/**
 * What the page keeps of a header. Elements lead a script to the page's state, so
 * at the agent's door the task's name is no part of it while the episode runs.
 */
function shown(h: Header | null): Header | null {
  const o = observation.value;
  return h && o && agentDoor.value && o.phase !== "done" ? { ...h, task: o.task, seed: 0 } : h;
}

export function intervene(property: string, value: number): boolean {
  const ok = act({ action: "intervene", experiment: { target_prop: property, target_value: value } });
  if (ok) announcement.value = toldOfChanges(property, value);
  return ok;
}

/** What an intervention did, in a sentence for screen readers. */
function toldOfChanges(property: string, value: number): string {
  const o = observation.value!;
  const name = (n: string) => nameOf(o.variables, n);
  const moved = (o.changed ?? []).map((c) => `${name(c.name)} ${signed(c.by)} to ${fixed(c.to)}`);
  const left = o.budget.interventions.left;
  return (
    `${name(property)} set to ${short(value)}. ` +
    (moved.length > 0 ? `Moved: ${listed(moved)}. ` : "No reading moved. ") +
    `${left} ${left === 1 ? "intervention" : "interventions"} left.`
  );
}

export function openReactor(): boolean {
  const ok = act({ action: "open_reactor" });
  if (ok) announcement.value = "The reactor is open and the manipulator is locked.";
  return ok;
}

export function submit(value: number): boolean {
  const ok = act({ action: "submit", value });
  if (ok && playing.value) {
    prediction.value = "";
    announcement.value =
      observation.value?.answer === "verification"
        ? "Before your submission counts, here is how your hypothesis fits each record."
        : "Not activated.";
  }
  return ok;
}

/** Writes hypothesis and notes into the log as a step of its own. */
export function recordThought(): boolean {
  const ok = act({});
  if (ok) announcement.value = "Your hypothesis and notes are in the log.";
  return ok;
}

/** Embodied play: walking to a place is a step. */
export function moveTo(to: Place): boolean {
  if (observation.value?.place === to) return true;
  const ok = act({ action: "move", to });
  if (ok) announcement.value = `You are at the ${to}.`;
  return ok;
}

/**
 * Gives up. It must always work, so a hypothesis that cannot be read is left
 * out rather than refused.
 */
export function giveUp(): void {
  if (!port.value || !playing.value) return;
  const record = recordOf({ action: "give_up" });
  const readable = check({ action: "give_up" }).length === 0;
  if (!readable) record.hypothesis = { edges: [], freq_equation: "", coefficients: {} };
  port.value.step(JSON.stringify(record), elapsedMs());
  refresh();
}

/** Logs that a panel was opened, once per opening. */
export function noteOpened(panel: string): void {
  if (playing.value) port.value?.note("panel", JSON.stringify({ panel }), elapsedMs());
}
