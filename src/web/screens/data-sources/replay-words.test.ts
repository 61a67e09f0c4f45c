import { expect, test } from "vitest";
import type { Replay } from "#shared/contract/replay.ts";
import { replayWords } from "#web/screens/data-sources/replay-words.ts";

const READY: Replay = {
  id: "1",
  source: null,
  all: false,
  state: "ready",
  total: 3,
  done: 3,
  rowsRead: 3,
  rowsUnreadable: 0,
  leadsChanged: 0,
  changes: 0,
  applied: 0,
  left: 0,
  actId: null,
  message: "",
  createdAt: "2026-05-03T00:00:00.000Z",
  finishedAt: null,
};

test.each<[string, Partial<Replay>]>([
  ["No changes found. 3 rows reprocessed.", {}],
  [
    "2 changes found in 1 lead. 3 rows reprocessed. 4 rows can't be reprocessed.",
    { leadsChanged: 1, changes: 2, rowsUnreadable: 4 },
  ],
  [
    "2 leads updated. 1 lead changed in the meantime and was skipped. 3 rows reprocessed.",
    { state: "applied", leadsChanged: 3, changes: 3, applied: 2, left: 1 },
  ],
  ["2 changes found in 2 leads. It ended. 3 rows reprocessed.", { leadsChanged: 2, changes: 2, message: "It ended." }],
  ["1 lead updated. It ended. 3 rows reprocessed.", { leadsChanged: 2, changes: 2, applied: 1, message: "It ended." }],
  ["Canceled. 3 rows reprocessed.", { state: "interrupted", message: "Canceled." }],
])("%s", (words, replay) => {
  expect(replayWords({ ...READY, ...replay })).toBe(words);
});
