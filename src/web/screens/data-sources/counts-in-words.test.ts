import fc from "fast-check";
import { expect, test } from "vitest";
import { countsInWords, waitingInWords } from "#web/screens/data-sources/counts-in-words.ts";

const none = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

test.each([
  [none, "0 rows read"],
  [{ ...none, seen: 1, created: 1 }, "1 row read: 1 new"],
  [{ ...none, seen: 12, created: 3, unchanged: 9 }, "12 rows read: 3 new, 9 unchanged"],
  [
    { seen: 15, created: 1, updated: 2, unchanged: 3, skipped: 4, failed: 5 },
    "15 rows read: 1 new, 2 updated, 3 unchanged, 4 skipped, 5 failed",
  ],
  [{ ...none, seen: 4, skipped: 4, toReview: 3 }, "4 rows read: 3 to review, 1 skipped"],
])("%j", (counts, words) => {
  expect(countsInWords(counts)).toBe(words);
});

test("states counts that add up to the rows read", () => {
  const count = fc.nat({ max: 999 });
  fc.assert(
    fc.property(count, count, count, count, count, (created, updated, unchanged, skipped, failed) => {
      const seen = created + updated + unchanged + skipped + failed;
      const [read, parts = ""] = countsInWords({ seen, created, updated, unchanged, skipped, failed }).split(":");
      const numbers = [...parts.matchAll(/[\d.,]+(?= \p{L})/gu)].map(([number]) => Number(number));
      expect(read?.replaceAll(/\D/gu, "")).toBe(String(seen));
      expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(seen);
    }),
  );
});

test.each([
  [0, "google_sheets", ""],
  [1, "google_sheets", ". 1 more row waits for the next sync."],
  [40, "email", ". 40 more messages wait for the next sync."],
] as const)("describes %d waiting %s items as %j", (waiting, type, words) => {
  expect(waitingInWords(waiting, type)).toBe(words);
});
