import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptAround } from "#server/pipeline/intake/excerpt.ts";

const MAX_LENGTH = 200;

function around(text: string, match: string): string {
  const start = text.indexOf(match);
  const { excerpt, matchStart, matchEnd } = excerptAround(text, start, start + match.length);
  return `${excerpt.slice(0, matchStart)}[${excerpt.slice(matchStart, matchEnd)}]${excerpt.slice(matchEnd)}`;
}

test("shows the sentence of the match", () => {
  expect(around("We make cars. We need robots soon! Call us.", "robots")).toBe("We need [robots] soon!");
  expect(around("机器人。我们需要机器人学习。谢谢。", "学习")).toBe("我们需要机器人[学习]。");
  expect(around("  robots  ", "robots")).toBe("[robots]");
});

test("shows both sentences of a match across two", () => {
  expect(around("Big data. Science is fun.", "data. Science")).toBe("Big [data. Science] is fun.");
});

test("cuts a long sentence between words around the match", () => {
  const long = `${"before ".repeat(50)}robots${" after".repeat(50)}`;
  const shown = around(long, "robots");
  expect(shown).toMatch(/^(before )+\[robots\]( after)+$/u);
  expect(shown.length).toBeGreaterThan(MAX_LENGTH * 0.9);
});

test("gives unused space near an end to the other side", () => {
  expect(around(`robots${" after".repeat(50)}`, "robots").length).toBeGreaterThan(MAX_LENGTH * 0.9);
  expect(around(`${"before ".repeat(50)}robots`, "robots").length).toBeGreaterThan(MAX_LENGTH * 0.9);
});

test("an excerpt is part of the text, contains the match and is never too long", () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom("word ", "Yes. ", "🚀", "\ud83d", "é", "\n"), fc.string({ unit: "binary" })))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 300 }), (whole, at, length) => {
      fc.pre(whole.length > 0);
      const start = at % whole.length;
      const end = Math.min(whole.length, start + length);
      const { excerpt, matchStart, matchEnd } = excerptAround(whole, start, end);
      expect(excerpt.length).toBeLessThanOrEqual(MAX_LENGTH);
      expect(whole).toContain(excerpt);
      const match = whole.slice(start, end);
      expect(match.startsWith(excerpt.slice(matchStart, matchEnd))).toBe(true);
      const isWhole = matchEnd - matchStart === match.length;
      expect(isWhole || match.length >= MAX_LENGTH).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("reads only the surroundings of a match in a text of 100 kB", () => {
  expect(around(`${"x".repeat(100_000)} robots ${"y".repeat(100_000)}`, "robots")).toContain("[robots]");
});
