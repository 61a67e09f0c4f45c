import { expect, test } from "vitest";
import { whatIfWords } from "#web/acts/what-if/what-if-words.ts";

test.each([
  [0, 0, 0, "Nothing would change."],
  [12, 3, 1, "12 leads change: 3 become qualified, 1 no longer."],
  [1, 1, 0, "1 lead changes: 1 becomes qualified."],
  [5, 0, 1, "5 leads change: 1 is no longer qualified."],
  [5, 0, 2, "5 leads change: 2 are no longer qualified."],
  [7, 0, 0, "7 leads change, none of them across the threshold."],
])("%d changed, %d qualified, %d no longer: %s", (changed, nowQualified, noLongerQualified, words) => {
  const counts = Array.from({ length: 11 }, () => 0);
  expect(whatIfWords({ total: 20, changed, nowQualified, noLongerQualified, before: counts, after: counts })).toBe(
    words,
  );
});
