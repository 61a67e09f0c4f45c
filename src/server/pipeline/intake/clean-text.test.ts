import { cutWhole } from "#shared/text/cut-whole.ts";
import { expect, test } from "vitest";
import { isVisible, singleLine } from "#server/pipeline/intake/clean-text.ts";

test.each([
  ["  a\t\r\n b\u0000\u0007c ", 100, "a b c"],
  ["a\u00a0\u3000b", 100, "a b"],
  ["عربي\u200f", 100, "عربي\u200f"],
  ["\u200eAnn\u200b Le\u00ade\ufeff\u202c", 100, "Ann Lee"],
  ["葛\u{e0100}城 ❤\ufe0f 👩\u200d💻", 100, "葛\u{e0100}城 ❤\ufe0f 👩\u200d💻"],
  ["\ud83da", 100, "\ud83da"],
  ["e\u0301", 100, "e\u0301"],
  ["abcdef", 3, "abc"],
])("%j on one line of %i is %j", (text, length, expected) => {
  expect(singleLine(text, length)).toBe(expected);
});

test("truncating never leaves half an emoji", () => {
  expect(cutWhole("a🚀b", 2)).toBe("a");
  expect(cutWhole("a🚀b", 3)).toBe("a🚀");
});

test.each([
  ["", false],
  [" \n\u00a0", false],
  ["\u200b\u200f\ufeff", false],
  ["\u0000", false],
  ["-", true],
  ["🚀", true],
  ["\ud83d", true],
])("%j is visible: %s", (text, expected) => {
  expect(isVisible(text)).toBe(expected);
});
