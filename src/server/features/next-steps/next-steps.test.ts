import { expect, test } from "vitest";
import { dueWords } from "#server/features/next-steps/next-steps.ts";

test.each([
  ["2026-01-31", "January 31, 2026"],
  ["2026-01-31T14:30", "January 31, 2026, 14:30"],
])("says when %s is due", (due, words) => {
  expect(dueWords(due)).toBe(words);
});
