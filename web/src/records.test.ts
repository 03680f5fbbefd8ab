import { expect, test } from "@playwright/test";
import { rowsOf, tabSeparated } from "./records";
import { FREQUENCY, type Entry, type Observation } from "./types";

function observed(records: Entry[]): Observation {
  return {
    records,
    variables: [
      { name: "density", display_name: "Density", controllable: true },
      { name: FREQUENCY, display_name: "Resonance Frequency (Hz)", controllable: false },
    ],
  } as unknown as Observation;
}

const set = (value: number) => ({ target_prop: "density", target_value: value });

test("an intervention is compared with the manipulator's record before it", () => {
  const rows = rowsOf(
    observed([
      { id: "record-1", props: { density: 1 }, freq: 1 },
      { id: "start", props: { density: 10 }, freq: 30 },
      { id: "intervention-1", props: { density: 12.3 }, freq: 34.6, intervention: set(12.3) },
      { id: "intervention-2", props: { density: 12.3 }, freq: 29.6, intervention: set(12.3) },
    ]),
  );
  expect(rows.map((r) => r.name)).toEqual(["record 1", "start", "1", "2"]);
  expect(rows.map((r) => r.kind)).toEqual(["prior", "start", "intervention", "intervention"]);
  expect(rows.map((r) => r.moved)).toEqual([{}, {}, { density: 2.3, [FREQUENCY]: 4.6 }, { [FREQUENCY]: -5 }]);
});

test("a Golden chain's first intervention acts on its first crystal", () => {
  const rows = rowsOf(
    observed([
      { id: "record-1", props: { density: 90 }, freq: 90 },
      { id: "chain-1", props: { density: 10 }, freq: 30 },
      { id: "chain-2", props: { density: 50 }, freq: 70 },
      { id: "chain-3", props: { density: 20 }, freq: 40, intervention: set(20) },
      { id: "chain-4", props: { density: 25 }, freq: 45, intervention: set(25) },
    ]),
  );
  expect(rows[3]!.moved).toEqual({ density: 10, [FREQUENCY]: 10 });
  expect(rows[4]!.moved).toEqual({ density: 5, [FREQUENCY]: 5 });
});

test("the copied table has a line for each record", () => {
  const text = tabSeparated(
    observed([
      { id: "start", props: { density: 10 }, freq: 30 },
      { id: "intervention-1", props: { density: -1.5 }, freq: 7, intervention: set(-1.5) },
    ]),
  );
  expect(text).toBe("id\tset\tto\tdensity\tresonanceFreq\nstart\t\t\t10\t30\nintervention-1\tdensity\t-1.5\t-1.5\t7\n");
});
