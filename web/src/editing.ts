// Changes to the draft: every edit of the hypothesis can be taken back, and the
// whiteboard shows it at once.

import { draftOf, emptyDraft, withEdge, withoutEdge, withReversed, type Draft } from "./draft";
import { draft, done, future, past, port, slips } from "./store";
import { elapsedMs } from "./clock";
import type { Edge, Hypothesis, Intent, Interpretation } from "./types";

const depth = 200;
let lastField: string | null = null;

/**
 * Changes the draft. Edits of one field in a row count as one for undo; `field`
 * names it, and null makes an edit of its own.
 */
export function edit(change: (d: Draft) => Draft, field: string | null = null): void {
  if (done.value) return;
  const next = change(draft.value);
  if (next === draft.value) return;
  if (field === null || field !== lastField) past.value = [...past.value.slice(-depth), draft.value];
  lastField = field;
  future.value = [];
  draft.value = next;
  // They were about the hypothesis as it stood.
  slips.value = [];
}

export const addEdge = (edge: Edge) => edit((d) => withEdge(d, edge));
export const removeEdge = (edge: Edge) => edit((d) => withoutEdge(d, edge));
export const reverseEdge = (edge: Edge) => edit((d) => withReversed(d, edge));

export function setCoefficient(key: string, text: string): void {
  edit((d) => ({ ...d, coefficients: { ...d.coefficients, [key]: text } }), key);
}

export function setBase(text: string): void {
  edit((d) => ({ ...d, base: text }), "base");
}

/** Notes are no part of the hypothesis, so undo leaves them alone. */
export function setNote(which: "memory" | "thought", text: string): void {
  draft.value = { ...draft.value, [which]: text };
}

/** Carries out an edge that was drawn on the whiteboard. */
export function takeEdgeIntent(intent: Extract<Intent, { kind: "edge" }>): void {
  const edge = { from: intent.from, to: intent.to };
  if (intent.change === "add") addEdge(edge);
  else if (intent.change === "remove") removeEdge(edge);
  else reverseEdge(edge);
}

export function undo(): void {
  step(past, future, "undo");
}

export function redo(): void {
  step(future, past, "redo");
}

function step(from: typeof past, to: typeof past, direction: "undo" | "redo"): void {
  const target = from.value.at(-1);
  if (!target || done.value) return;
  from.value = from.value.slice(0, -1);
  to.value = [...to.value, draft.value];
  const { memory, thought } = draft.value;
  draft.value = { ...target, memory, thought };
  slips.value = [];
  lastField = null;
  port.value?.note("undo", JSON.stringify({ direction }), elapsedMs());
}

/** Begins an empty sheet, or goes on with a kept one. */
export function resetDraft(kept: Draft = emptyDraft): void {
  draft.value = kept;
  past.value = [];
  future.value = [];
  lastField = null;
}

/** Shows a hypothesis that a program stated. */
export function showHypothesis(hypothesis: Hypothesis): void {
  const meaning = JSON.parse(port.value!.interpret(JSON.stringify(hypothesis))) as Interpretation & { error?: unknown };
  const shown: Interpretation = meaning.error
    ? { equation: "", terms: [], base: null, predicted: null, missing: [] }
    : meaning;
  resetDraft(draftOf({ ...hypothesis, edges: hypothesis.edges ?? [] }, shown, draft.value));
}
