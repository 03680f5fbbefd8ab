// Reading numbers as people type them and writing readings as the lab does.

export type NumberReading =
  | { kind: "empty" }
  | { kind: "number"; value: number }
  | { kind: "error"; message: string };

const plain = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * Reads one number. A decimal point and a decimal comma mean the same; a text
 * that could hold a thousands mark is refused, since guessing would be wrong
 * by a factor of a thousand.
 */
export function readNumber(text: string): NumberReading {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "empty" };
  const ascii = trimmed.replace(/^[\u2212\u2013]/, "-");
  if ((ascii.match(/[.,]/g) ?? []).length > 1) {
    return {
      kind: "error",
      message: `“${trimmed}” has more than one decimal mark. Write it without thousands marks, like 1234.5 or 1234,5.`,
    };
  }
  if (!plain.test(ascii)) {
    return { kind: "error", message: `“${trimmed}” is not a number. Write digits, like 40, 3.5 or -12,25.` };
  }
  const value = Number(ascii.replace(",", "."));
  if (!Number.isFinite(value)) {
    return { kind: "error", message: `“${trimmed}” is too large to compute with.` };
  }
  return { kind: "number", value };
}

/** The number in a text, or null when it is empty or no number. */
export function numberOrNull(text: string): number | null {
  const reading = readNumber(text);
  return reading.kind === "number" ? reading.value : null;
}

/**
 * Turns decimal commas of an equation into points. The equation language has no
 * other use for a comma, so one that stands between digits is always decimal.
 */
export function equationWithPoints(text: string): { text: string; error: string | null } {
  const doubled = text.match(/\d+(?:[.,]\d+){2,}/);
  if (doubled) {
    return { text, error: `“${doubled[0]}” has more than one decimal mark. Write it without thousands marks.` };
  }
  return {
    text: text
      .replace(/(\d),(\d)/g, "$1.$2")
      .replace(/[\u2212\u2013]/g, "-")
      .replace(/[\u00b7\u00d7]/g, "*")
      .replace(/\u00b2/g, "^2"),
    error: null,
  };
}

/** A reading with two decimals, or as many as its column needs, and a true minus sign. */
export function fixed(value: number, decimals = 2): string {
  return withMinus(value.toFixed(decimals));
}

/** A difference with its sign. */
export function signed(value: number, decimals = 2): string {
  return value > 0 ? `+${value.toFixed(decimals)}` : fixed(value, decimals);
}

/** The decimals that tell all of these readings, which have two at most. */
export function decimalsOf(values: readonly number[]): number {
  return Math.max(0, ...values.map((v) => v.toFixed(2).replace(/\.?0+$/, "").split(".")[1]?.length ?? 0));
}

/** A number in its shortest form, as in coefficients and settings. */
export function short(value: number): string {
  return withMinus(String(value));
}

function withMinus(text: string): string {
  return text.replace("-", "\u2212");
}
