import { expect, test } from "vitest";
import { reachingWords, whatIfWords } from "#web/actions/what-if/what-if-words.ts";

test.each([
  [0, 0, 0, "No scores or statuses change."],
  [12, 3, 1, "12 of 20 leads change: 3 become qualified, 1 no longer qualifies."],
  [1, 1, 0, "1 of 20 leads becomes qualified."],
  [14, 0, 14, "14 of 20 leads no longer qualify."],
  [5, 0, 1, "5 of 20 leads change: 1 no longer qualifies."],
  [5, 0, 2, "5 of 20 leads change: 2 no longer qualify."],
  [7, 0, 0, "7 of 20 scores change; no statuses do."],
  [1, 0, 0, "1 of 20 scores changes; no statuses do."],
  [1, 0, 0, "1 of 1 score changes; no statuses do.", 1],
  [1, 1, 0, "1 of 1 lead becomes qualified.", 1],
])("%d changed, %d qualified, %d no longer: %s", (changed, nowQualified, noLongerQualified, words, total = 20) => {
  const counts = Array.from({ length: 11 }, () => 0);
  expect(
    whatIfWords({ total, changed, nowQualified, noLongerQualified, reaching: 9, before: counts, after: counts }),
  ).toBe(words);
});

test.each([
  [0, 0, "No leads yet. New leads will be scored with these rules."],
  [1, 1, "1 of 1 lead would reach the threshold."],
  [12, 1_400, "12 of 1,400 leads would reach the threshold."],
])("%d of %d leads: %s", (reaching, total, words) => {
  expect(reachingWords({ reaching, total })).toBe(words);
});
