import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { neutraliseCell, restoreCell } from "#shared/spreadsheet-cell.ts";

test.each([
  ["a formula", "=1+1"],
  ["plus", "+49 30 123"],
  ["minus", "-2"],
  ["at", "@SUM(1)"],
  ["tab", "\tx"],
  ["carriage return", "\rx"],
  ["line feed", "\nx"],
  ["full-width equals", "＝1+1"],
  ["full-width plus", "＋1"],
  ["full-width minus", "－1"],
  ["full-width at", "＠SUM(1)"],
  ["small equals", "﹦1"],
  ["behind spaces", "  =1"],
  ["behind a no-break space", "\u00a0=1"],
  ["behind a byte order mark", "\ufeff=1"],
  ["behind a zero-width space", "\u200b=1"],
  ["behind NUL", "\u0000=1"],
  ["behind quotes", "\"'“=1"],
  ["a tab behind a space", " \tx"],
  ["already neutralised", "'=1"],
])("%s gets an apostrophe and loses it again", (_name, text) => {
  expect(neutraliseCell(text)).toBe(`'${text}`);
  expect(restoreCell(`'${text}`)).toBe(text);
});

test.each(["", "Ada", "7-Eleven", "O'Hara", "'90s kid", "a=b", "ｘ", "日本", "😀=1", "(=1)", "'"])(
  "%j stays",
  (text) => {
    expect(neutraliseCell(text)).toBe(text);
    expect(restoreCell(text)).toBe(text);
  },
);

describe("for every text", () => {
  const troublesome = fc.string({
    unit: fc.constantFrom("'", '"', "=", "+", "-", "@", "＝", " ", "\t", "\r", "\u0000", "\ud800", "a", "1"),
  });
  const anyText = fc.oneof(fc.string({ unit: "binary" }), troublesome);

  test("restoring what was neutralised gives the text back", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(restoreCell(neutraliseCell(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test("no cell starts with what starts a formula", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(neutraliseCell(text)).not.toMatch(/^[\s"]*[=+\-@\t\r＝＋－＠]/u);
      }),
      { numRuns: 2_000 },
    );
  });
});
