import { expect, test } from "vitest";
import { CHARACTER_KIND, foldCodePoint, kindOfFolded } from "#server/pipeline/intake/keywords/fold-character.ts";

const fold = (text: string): string =>
  [...text].map((character) => String.fromCodePoint(...foldCodePoint(character.codePointAt(0) ?? 0))).join("");

test.each([
  ["Ångström", "angstrom"],
  ["ǅ", "dz"],
  ["Ἀθῆναι", "αθηναι"],
  ["Ёлка", "елка"],
  ["ŁÓDŹ", "lodz"],
  ["Ⅷ", "viii"],
  ["ﷺ", "صلي الله عليه وسلم"],
  ["محـمّد ۵۰٫٤", "محمد 50٫4"],
  ["فارسی کتاب", "فارسي كتاب"],
  ["O’Neil", "o'neil"],
  ["मराठी", "मराठी"],
  ["ドイツ", "ト\u3099イツ"],
])("%j folds to %j", (text, expected) => {
  expect(fold(text)).toBe(expected);
});

test("folding is idempotent for any character", () => {
  const unstable: string[] = [];
  for (let codePoint = 0; codePoint <= 0x3_ffff; codePoint += 1) {
    const once = foldCodePoint(codePoint);
    if (once.flatMap(foldCodePoint).join() !== once.join()) unstable.push(codePoint.toString(16));
  }
  expect(unstable).toEqual([]);
});

test.each([
  ["a", "word"],
  ["7", "word"],
  ["क", "word"],
  ["ी", "word"],
  ["ه", "word"],
  [" ", "separator"],
  ["\u0000", "separator"],
  ["・", "separator"],
  ["_", "separator"],
  ["+", "separator"],
  ["漢", "unit"],
  ["ไ", "unit"],
  ["€", "unit"],
  ["🚀", "unit"],
  ["\ud83d", "unit"],
  ["\u3099", "mark"],
  ["\u0e35", "mark"],
] as const)("%j is a %s", (character, kind) => {
  expect(kindOfFolded(character.codePointAt(0) ?? 0)).toBe(CHARACTER_KIND[kind]);
});
