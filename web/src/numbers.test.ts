import { expect, test } from "@playwright/test";
import { decimalsOf, equationWithPoints, fixed, numberOrNull, readNumber, short, signed } from "./numbers";

const read: [string, number][] = [
  ["40", 40],
  [" 40 ", 40],
  ["3.5", 3.5],
  ["3,5", 3.5],
  ["-12,25", -12.25],
  ["−3", -3],
  ["+7", 7],
  [".5", 0.5],
  [",5", 0.5],
  ["5.", 5],
  ["1e3", 1000],
  ["1,5e-2", 0.015],
];
for (const [text, value] of read) {
  test(`“${text}” is ${value}`, () => expect(readNumber(text)).toEqual({ kind: "number", value }));
}

for (const text of ["1.234,5", "1,234.5", "1.234.567", "abc", "12 34", "--3", "3-", "0x10", "Infinity", "NaN", "1e999", "."]) {
  test(`“${text}” is refused with a sentence`, () => {
    const reading = readNumber(text);
    expect(reading.kind).toBe("error");
    if (reading.kind === "error") expect(reading.message).toMatch(/\.$/);
    expect(numberOrNull(text)).toBeNull();
  });
}

test("an empty field is no error", () => {
  expect(readNumber("  ")).toEqual({ kind: "empty" });
  expect(numberOrNull("")).toBeNull();
});

test("decimal commas in an equation become points", () => {
  expect(equationWithPoints("25,5 + 2*density")).toEqual({ text: "25.5 + 2*density", error: null });
  expect(equationWithPoints("0,5·ph − 1,25×density²")).toEqual({ text: "0.5*ph - 1.25*density^2", error: null });
});

test("a number with two marks in an equation is refused", () => {
  expect(equationWithPoints("1.234,5 + 2*density").error).toContain("1.234,5");
});

test("readings and differences have two decimals and a true minus sign", () => {
  expect(fixed(-3)).toBe("−3.00");
  expect(signed(41)).toBe("+41.00");
  expect(signed(-0.5)).toBe("−0.50");
  expect(signed(0)).toBe("0.00");
  expect(short(-1.5)).toBe("−1.5");
});

test("a column has the decimals that its readings need", () => {
  expect(decimalsOf([])).toBe(0);
  expect(decimalsOf([100, -20, 0])).toBe(0);
  expect(decimalsOf([3, 10.5])).toBe(1);
  expect(decimalsOf([3.25, 10.5, 7])).toBe(2);
  expect(fixed(3, 1)).toBe("3.0");
  expect(signed(3, 0)).toBe("+3");
  expect(signed(-0.25, 2)).toBe("−0.25");
});
