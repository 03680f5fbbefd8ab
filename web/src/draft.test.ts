import { expect, test } from "@playwright/test";
import {
  draftOf,
  emptyDraft,
  equationText,
  hypothesisOf,
  hypothesisOfText,
  termFields,
  withEdge,
  withoutEdge,
  withReversed,
  type Draft,
} from "./draft";
import { FREQUENCY, type Variable } from "./types";

const variables: Variable[] = [
  { name: "moisture", display_name: "Moisture", controllable: true },
  { name: "density", display_name: "Density", controllable: true },
  { name: FREQUENCY, display_name: "Resonance Frequency (Hz)", controllable: false },
];
const into = (from: string) => ({ from, to: FREQUENCY });

test("edges are added once, never to themselves, and turned without doubling", () => {
  let d = withEdge(emptyDraft, into("density"));
  expect(withEdge(d, into("density"))).toBe(d);
  expect(withEdge(d, { from: "density", to: "density" })).toBe(d);
  d = withReversed(d, into("density"));
  expect(d.edges).toEqual([{ from: FREQUENCY, to: "density" }]);
  d = withEdge(d, into("density"));
  expect(withReversed(d, into("density")).edges).toEqual([{ from: FREQUENCY, to: "density" }]);
  expect(withoutEdge(d, into("density")).edges).toHaveLength(1);
});

test("an equation is not stated before there is anything to state", () => {
  const d = withEdge(emptyDraft, { from: "moisture", to: "density" });
  expect(hypothesisOf(d, variables, false)).toEqual({ edges: d.edges, freq_equation: "", coefficients: {} });
});

test("each edge into the frequency has its term, in the variables' order, null while unknown", () => {
  const d: Draft = {
    ...emptyDraft,
    edges: [into("density"), into("moisture")],
    base: "20,5",
    coefficients: { "density:1": "2", "moisture:1": "no" },
  };
  expect(hypothesisOf(d, variables, false)).toEqual({
    edges: d.edges,
    freq_equation: "resonanceFreq = base + c_moisture*moisture + c_density*density",
    coefficients: { base: 20.5, c_moisture: null, c_density: 2 },
  });
  expect(equationText(d, variables, false)).toBe("resonanceFreq = 20.5 + c_moisture*moisture + 2*density");
});

test("a quadratic task has a field for either power", () => {
  const d = withEdge(emptyDraft, into("density"));
  expect(termFields(d, variables, true).map((f) => f.key)).toEqual(["density:2", "density:1"]);
  expect(hypothesisOf(d, variables, true).freq_equation).toBe(
    "resonanceFreq = base + c_density_2*density^2 + c_density_1*density",
  );
});

test("a property in the text becomes a parent, any other name an unknown number", () => {
  const d = { ...emptyDraft, edges: [into("moisture"), { from: "moisture", to: "density" }] };
  expect(hypothesisOfText("25 + k*Density", d, variables)).toEqual({
    edges: [{ from: "moisture", to: "density" }, into("density")],
    freq_equation: "resonanceFreq = 25 + k*Density",
    coefficients: { k: null },
  });
});

test("what the program understood fills the fields", () => {
  const stated = hypothesisOfText("25 + 2*density", emptyDraft, variables);
  const d = draftOf(
    stated,
    { equation: "", terms: [{ parent: "density", power: 1, value: 2 }], base: 25, predicted: null, missing: [] },
    emptyDraft,
  );
  expect(d.base).toBe("25");
  expect(d.coefficients).toEqual({ "density:1": "2" });
  expect(hypothesisOf(d, variables, false).coefficients).toEqual({ base: 25, c_density: 2 });
});
