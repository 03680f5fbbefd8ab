// The hypothesis while it is being written. Fields keep what was typed, so that
// a half-typed number is neither lost nor refused; the record gets a null there.

import { numberOrNull, readNumber } from "./numbers";
import { FREQUENCY, type Edge, type Hypothesis, type Interpretation, type Variable } from "./types";

export interface Draft {
  edges: Edge[];
  /** What stands in the field of the frequency's base. */
  base: string;
  /** What stands in the coefficient fields, by "parent:power". */
  coefficients: Record<string, string>;
  /** The record's memory: carried from step to step. */
  memory: string;
  /** The record's thought: about this step only. */
  thought: string;
}

export const emptyDraft: Draft = { edges: [], base: "", coefficients: {}, memory: "", thought: "" };

export function sameEdge(a: Edge, b: Edge): boolean {
  return a.from === b.from && a.to === b.to;
}

/** Adds an edge unless it is there or joins a variable to itself. */
export function withEdge(draft: Draft, edge: Edge): Draft {
  if (edge.from === edge.to || draft.edges.some((e) => sameEdge(e, edge))) return draft;
  return { ...draft, edges: [...draft.edges, edge] };
}

export function withoutEdge(draft: Draft, edge: Edge): Draft {
  return { ...draft, edges: draft.edges.filter((e) => !sameEdge(e, edge)) };
}

/** Turns an edge round in its place; if the other direction is there already, one remains. */
export function withReversed(draft: Draft, edge: Edge): Draft {
  const turned = { from: edge.to, to: edge.from };
  if (draft.edges.some((e) => sameEdge(e, turned))) return withoutEdge(draft, edge);
  return { ...draft, edges: draft.edges.map((e) => (sameEdge(e, edge) ? turned : e)) };
}

export interface TermField {
  key: string;
  parent: string;
  power: 1 | 2;
}

/** The coefficient fields that the edges into the frequency call for, in the variables' order. */
export function termFields(draft: Draft, variables: readonly Variable[], quadratic: boolean): TermField[] {
  const parents = variables.filter((v) => draft.edges.some((e) => e.to === FREQUENCY && e.from === v.name));
  return parents.flatMap(({ name }) => {
    const linear: TermField = { key: `${name}:1`, parent: name, power: 1 };
    return quadratic ? [{ key: `${name}:2`, parent: name, power: 2 } as TermField, linear] : [linear];
  });
}

/** The first thing wrong with a number field, or null. */
export function fieldError(text: string): string | null {
  const reading = readNumber(text);
  return reading.kind === "error" ? reading.message : null;
}

/** The hypothesis as a record states it. */
export function hypothesisOf(draft: Draft, variables: readonly Variable[], quadratic: boolean): Hypothesis {
  const fields = termFields(draft, variables, quadratic);
  const coefficients: Record<string, number | null> = {};
  if (fields.length === 0 && draft.base.trim() === "") {
    return { edges: draft.edges, freq_equation: "", coefficients };
  }
  coefficients["base"] = numberOrNull(draft.base);
  const terms = fields.map((f) => {
    const name = quadratic ? `c_${f.parent}_${f.power}` : `c_${f.parent}`;
    coefficients[name] = numberOrNull(draft.coefficients[f.key] ?? "");
    return `${name}*${f.parent}${f.power === 2 ? "^2" : ""}`;
  });
  return { edges: draft.edges, freq_equation: `${FREQUENCY} = ${["base", ...terms].join(" + ")}`, coefficients };
}

/** The equation as one line of text, with the numbers known so far in place of their names. */
export function equationText(draft: Draft, variables: readonly Variable[], quadratic: boolean): string {
  const hypothesis = hypothesisOf(draft, variables, quadratic);
  return hypothesis.freq_equation
    .replace(/\b(base|c_\w+)\b/g, (name) => {
      const value = hypothesis.coefficients[name];
      return value == null ? name : String(value);
    })
    .replace(/\+ -/g, "- ");
}

/**
 * The hypothesis that an equation text states beside the draft's other edges:
 * each property that it mentions is a parent of the frequency, each other name
 * is a coefficient that is not known yet.
 */
export function hypothesisOfText(text: string, draft: Draft, variables: readonly Variable[]): Hypothesis {
  const right = text.includes("=") ? text.slice(text.indexOf("=") + 1) : text;
  const words = [...new Set(right.match(/[A-Za-z_][A-Za-z_0-9]*/g) ?? [])];
  const property = (word: string) =>
    variables.find((v) => v.name !== FREQUENCY && v.name.toLowerCase() === word.toLowerCase())?.name;
  const parents = words.map(property).filter((name) => name !== undefined);
  const edges = draft.edges.filter((e) => e.to !== FREQUENCY || parents.includes(e.from));
  for (const from of parents) {
    if (!edges.some((e) => sameEdge(e, { from, to: FREQUENCY }))) edges.push({ from, to: FREQUENCY });
  }
  const coefficients: Record<string, number | null> = {};
  for (const word of words) if (!property(word)) coefficients[word] = null;
  const equation = text.trim() === "" || text.includes("=") ? text.trim() : `${FREQUENCY} = ${text.trim()}`;
  return { edges, freq_equation: equation, coefficients };
}

/** The draft that shows a hypothesis which the program has interpreted. */
export function draftOf(hypothesis: Hypothesis, meaning: Interpretation, before: Draft): Draft {
  const coefficients: Record<string, string> = {};
  for (const term of meaning.terms ?? []) {
    coefficients[`${term.parent}:${term.power}`] = term.value == null ? "" : String(term.value);
  }
  return {
    ...before,
    edges: hypothesis.edges,
    base: meaning.base == null ? "" : String(meaning.base),
    coefficients,
  };
}
