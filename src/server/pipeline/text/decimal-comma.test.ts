import { expect, test } from "vitest";
import { hasDecimalComma, withoutPoints } from "#server/pipeline/text/decimal-comma.ts";

test.each<[string[], string | null, boolean]>([
  [["12.500", "850", "2.000 €", ""], ";", true],
  [["12.500", "850"], ",", false],
  [["12.500", "99,5"], null, true],
  [["1.250,50 €"], ",", true],
  [["3.000,-", "ca. 5.000"], "\t", true],
  [["0.125", "1.250"], ";", false],
  [["12.500", "7.5"], ";", false],
  [["1,250", "850"], ";", false],
  [["1,250.50", "99,5"], ";", false],
  [["12.03.2026"], ";", false],
])("%j separated by %j have a decimal comma: %s", (values, delimiter, expected) => {
  expect(hasDecimalComma(values, delimiter)).toBe(expected);
});

test("points of thousands are removed", () => {
  expect(["1.250.000,50 €", "12.5", "850"].map(withoutPoints)).toEqual(["1250000,50 €", "12.5", "850"]);
});
