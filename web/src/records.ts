// What the records say beside their readings: their name, and what an
// intervention moved.

import { FREQUENCY, type Entry, type Observation } from "./types";

export interface Row {
  entry: Entry;
  /** "record 1", "start", "3". */
  name: string;
  kind: "prior" | "start" | "intervention";
  /** The difference to the same crystal's reading before, by variable; only what moved. */
  moved: Record<string, number>;
}

/** The reading of any variable, the frequency included. */
export function readingOf(entry: Entry, name: string): number | undefined {
  return name === FREQUENCY ? entry.freq : entry.props[name];
}

/**
 * Rows in the order of the records. An intervention is compared with the record
 * before it; the first of a Golden chain acts on the chain's first crystal, not
 * on the one that is listed just before.
 */
export function rowsOf(o: Observation): Row[] {
  let before: Entry | null = null;
  return o.records.map((entry) => {
    const isIntervention = entry.intervention !== undefined;
    const moved: Record<string, number> = {};
    if (isIntervention && before) {
      for (const v of o.variables) {
        const was = readingOf(before, v.name);
        const is = readingOf(entry, v.name);
        if (was !== undefined && is !== undefined && was !== is) moved[v.name] = Math.round((is - was) * 100) / 100;
      }
    }
    const firstOfChain = entry.id === "chain-1";
    if (isIntervention || entry.id === "start" || firstOfChain) before = entry;
    return { entry, name: nameOfRecord(entry), kind: isIntervention ? "intervention" : entry.id === "start" || firstOfChain ? "start" : "prior", moved };
  });
}

function nameOfRecord(entry: Entry): string {
  const [, word, number] = entry.id.match(/^(\w+)-(\d+)$/) ?? [];
  if (word === "intervention") return number!;
  if (word === undefined) return entry.id;
  return `${word} ${number}`;
}

/** The records as tab-separated lines, for a spreadsheet. */
export function tabSeparated(o: Observation): string {
  const names = o.variables.map((v) => v.name);
  const head = ["id", "set", "to", ...names];
  const lines = o.records.map((r) => [
    r.id,
    r.intervention?.target_prop ?? "",
    r.intervention?.target_value ?? "",
    ...names.map((n) => readingOf(r, n) ?? ""),
  ]);
  return [head, ...lines].map((line) => line.join("\t")).join("\n") + "\n";
}
