import { expect, test } from "vitest";
import { outcomeWords } from "#web/screens/leads/import/import-words.ts";

test.each([
  [0, null, "0 new leads"],
  [1, null, "1 new lead"],
  [2, 0, "0 leads removed"],
  [2, 1, "1 lead removed"],
])("of %d new leads and %s removed by an undo: %s", (created, removed, words) => {
  const counts = { seen: created, created, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  const undo = removed === null ? null : { removed, restored: 0, kept: created - removed };
  expect(outcomeWords({ counts, undo })).toBe(words);
});
