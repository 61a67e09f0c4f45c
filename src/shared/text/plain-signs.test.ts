import { expect, test } from "vitest";
import { nameKey, plainSigns } from "#shared/text/plain-signs.ts";

test.each([
  ["é", "e\u0301", "one or two code points"],
  ["İSTANBUL", "istanbul", "dotted capital i"],
  ["ΟΔΟΣ", "οδος", "final sigma"],
  ["GROẞ", "groß", "capital sharp s"],
  ["VIP", "ＶＩＰ", "width"],
  ["VIP", "\u202bVIP\u200b\u202c", "invisible characters"],
  ["Sales team", "Sales\u00a0 team", "spaces"],
  ["Don't", "don’t", "apostrophes"],
  ["Follow-up", "follow\u2011up", "hyphens"],
  ["👍", "👍\ufe0f", "emoji variants"],
])("%j and %j are the same name (%s)", (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ["Maße", "Masse"],
  ["نامه\u200cای", "نامهای"],
  ["👩\u200d💻", "👩💻"],
  ["ب", "ت"],
])("%j and %j are different names", (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test("digits of every script are read", () => {
  expect(plainSigns("０１２ ٣٤٥ ۶۷ ८९ ๑ 𝟚")).toBe("012 345 67 89 1 2");
});
