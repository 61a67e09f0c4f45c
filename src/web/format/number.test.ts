import { describe, expect, it } from "vitest";
import { formatChange, formatCount, formatNumber, formatPercent, formatTotal } from "#web/format/number.ts";

describe("numbers", () => {
  it.each([
    ["a large count", formatCount(1_234_567), "1,234,567"],
    ["a missing count", formatCount(undefined), "0"],
    ["a count that isn't a number", formatCount(Number.NaN), "0"],
    ["a large number", formatNumber(-12_500.125), "-12,500.125"],
    ["a number that may be a year", formatNumber(2026), "2026"],
    ["an exact total", formatTotal({ count: 12, exact: true }), "12"],
    ["a total that reached the counting limit", formatTotal({ count: 10_000, exact: false }), "10,000+"],
    ["a missing total", formatTotal(null), "0"],
    ["a percentage", formatPercent(12.54), "12.5%"],
    ["a whole percentage", formatPercent(40), "40.0%"],
    ["an increase", formatChange(12.5), "+12.5%"],
    ["a decrease", formatChange(-2.1), "-2.1%"],
    ["no change", formatChange(0), "0.0%"],
  ])("formats %s", (_word, text, expected) => {
    expect(text).toBe(expected);
  });
});
