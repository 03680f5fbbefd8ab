// What variables are called in the page: the full display name where there is
// room, a short one in narrow columns and on chips.

import { FREQUENCY, type Slip, type Variable } from "./types";

const shortNames: Record<string, string> = {
  temperatureC: "Temp.",
  moisture: "Moisture",
  density: "Density",
  quantumSize: "Q. Size",
  radiation: "Radiation",
  pressure: "Pressure",
  ph: "pH",
  conductivity: "Conduct.",
  [FREQUENCY]: "Frequency",
};

const narrowNames: Record<string, string> = {
  ...shortNames,
  moisture: "Moist.",
  density: "Dens.",
  radiation: "Rad.",
  pressure: "Press.",
  conductivity: "Cond.",
  [FREQUENCY]: "Freq.",
};

/** A name for sentences and lists, without its unit. */
export function nameOf(variables: readonly Variable[], name: string): string {
  if (name === FREQUENCY) return "Frequency";
  const found = variables.find((v) => v.name === name);
  return found ? withoutUnit(found.display_name) : name;
}

/** The unit of a variable as its display name gives it, or "". */
export function unitOf(variable: Variable): string {
  return variable.display_name.match(/\(([^)]*)\)\s*$/)?.[1] ?? "";
}

/** A name for the choice of a reading, with its unit. */
export function labelOf(variable: Variable): string {
  const unit = unitOf(variable);
  const name = nameOf([variable], variable.name);
  return unit ? `${name} (${unit})` : name;
}

/** A column heading: short when the table has few columns, narrow when it has many. */
export function headingOf(variable: Variable, columns: number): string {
  const names = columns > 5 ? narrowNames : shortNames;
  return names[variable.name] ?? withoutUnit(variable.display_name);
}

/** A remark of the program as a sentence with the names that the page uses. */
export function told(slip: Slip, variables: readonly Variable[]): string {
  let text = slip.message.replaceAll(/"c_([A-Za-z]+?)(?:_([12]))?"/g, (whole, name: string, power?: string) =>
    variables.some((v) => v.name === name) ? `the coefficient of ${name}${power === "2" ? "²" : ""}` : whole,
  );
  text = text.replaceAll(/"base"/g, "the base");
  for (const v of variables) text = text.replaceAll(new RegExp(`\\b${v.name}\\b`, "g"), nameOf(variables, v.name));
  text = text.replaceAll(" -> ", " → ");
  text = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  if (words.length <= 1) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

function withoutUnit(displayName: string): string {
  return displayName.replace(/\s*\([^)]*\)\s*$/, "");
}
