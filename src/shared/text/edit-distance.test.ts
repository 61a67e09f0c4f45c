import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "#shared/text/edit-distance.ts";

test.each([
  ["score", "score", 0],
  ["socre", "score", 1],
  ["scor", "score", 1],
  ["sscore", "score", 1],
  ["treshhold", "threshold", 2],
  ["lead", "score", 3],
])("%s to %s is %i", (from, to, distance) => {
  expect(editDistance(from, to, 2)).toBe(distance);
});

test("is symmetric and stops above the limit", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.nat(4), (one, other, most) => {
      const distance = editDistance(one, other, most);
      expect(editDistance(other, one, most)).toBe(distance);
      expect(distance).toBeLessThanOrEqual(most + 1);
      expect(distance === 0).toBe(one === other);
    }),
  );
});
