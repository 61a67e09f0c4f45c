import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { neutralizeCell, restoreCell, spacedPhone } from "#shared/spreadsheet-cell.ts";
import { rounds } from "#test/thorough.ts";

test.each([
  ["a formula", "=1+1"],
  ["plus", "+1"],
  ["a sum", "+1+2 3"],
  ["a difference of many digits", "+1-555-123-4567"],
  ["a difference with spaces", "+1 - 555 - 1234567"],
  ["a quotient", "+49/30/1234567"],
  ["a negative number", "-49 30 1234567"],
  ["a command after a number", "+49 30 1234567|calc"],
  ["a reference after a number", "+49 30 1234567+A1"],
  ["a function of digits", "+493012345(A1)"],
  ["a number in other digits", "+٤٩ ٣٠ ١٢٣٤٥٦٧"],
  ["a number that is too long", "+49 30 1234567 1234567 1"],
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
  ["after spaces", "  =1"],
  ["after a no-break space", "\u00a0=1"],
  ["after a byte order mark", "\ufeff=1"],
  ["after a zero-width space", "\u200b=1"],
  ["after NUL", "\u0000=1"],
  ["after quotes", "\"'“=1"],
  ["a tab after a space", " \tx"],
  ["already escaped", "'=1"],
])("escapes and restores %s", (_name, text) => {
  expect(neutralizeCell(text)).toBe(`'${text}`);
  expect(restoreCell(`'${text}`)).toBe(text);
});

test.each([
  ["after a semicolon", "Ann;=1+1;x", "Ann;'=1+1;x"],
  ["on a second line", 'Ann\r\n "@SUM(1)', "Ann\r\n \"'@SUM(1)"],
  ["of a command", "call\n-2+3|' /C calc'!A0", "call\n'-2+3|' /C calc'!A0"],
  ["of a function", "a;+HYPERLINK(1)", "a;'+HYPERLINK(1)"],
  ["already escaped", "a;'=1", "a;''=1"],
  ["after a number", "+49 30 1234567\n=1", "'+49 30 1234567\n'=1"],
])("escapes and restores a formula inside, %s", (_name, text, escaped) => {
  expect(neutralizeCell(text)).toBe(escaped);
  expect(restoreCell(escaped)).toBe(text);
});

test.each(["vans:\n- two\n- three", "Ann\n+49 (0)30 1234567", "a; b = c; -10%", "it's; 'quoted'"])(
  "leaves %j as it is",
  (text) => {
    expect(neutralizeCell(text)).toBe(text);
    expect(restoreCell(text)).toBe(text);
  },
);

test("restores long runs of symbols", () => {
  for (const part of ["- ", "-", "=", ";' ", "\n-("]) {
    const text = part.repeat(50_000);
    expect(restoreCell(neutralizeCell(text))).toBe(text);
  }
});

test.each(["+49 30 1234567", "+4930123456", "+1 (555) 123-4567", "+49 (0)30 / 123 45-67", "+1(555)1234567"])(
  "leaves the phone number %s unchanged, and restores an escaped one",
  (text) => {
    expect(neutralizeCell(text)).toBe(text);
    expect(restoreCell(text)).toBe(text);
    expect(restoreCell(`'${text}`)).toBe(text);
    expect(spacedPhone(text)).toBe(text);
  },
);

test.each([
  ["+1-555-123-4567", "+1 555 123 4567"],
  ["+49/30/1234567", "+49 30 1234567"],
  ["+1 - 555 - 1234567", "+1 555 1234567"],
  ["=1-2", "=1-2"],
  ["-2-3-4-5-6-7-8", "-2-3-4-5-6-7-8"],
])("spaces the phone number in %s", (text, spaced) => {
  expect(spacedPhone(text)).toBe(spaced);
});

test.each(["", "Ada", "7-Eleven", "O'Hara", "'90s kid", "a=b", "ｘ", "日本", "😀=1", "(=1)", "'"])(
  "leaves %j unchanged",
  (text) => {
    expect(neutralizeCell(text)).toBe(text);
    expect(restoreCell(text)).toBe(text);
  },
);

describe("for any text", () => {
  const troublesome = fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      "=",
      "+",
      "-",
      "@",
      "＝",
      " ",
      "\t",
      "\r",
      "\u0000",
      "\ud800",
      "a",
      "1",
      "+1 55",
      "(",
      "/",
    ),
  });
  const anyText = fc.oneof(fc.string({ unit: "binary" }), troublesome);

  test("restores the original after escaping", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(restoreCell(neutralizeCell(text))).toBe(text);
      }),
      { numRuns: rounds(400, 2_000) },
    );
  });

  test("never leaves a cell that starts with a formula character", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = neutralizeCell(text);
        const isPhone = /^\+\d[\d ()/-]{5,}$/u.test(cell) && (/\d +\d|\(/u.test(cell) || /^\+\d+$/u.test(cell));
        expect(isPhone || !/^[\s"]*[=+\-@\t\r＝＋－＠]/u.test(cell)).toBe(true);
      }),
      { numRuns: rounds(400, 2_000) },
    );
  });
});
