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
  ["Nothing would change. 3 rows were read again.", {}],
  [
    "1 lead would change, in 2 places. 3 rows were read again. Of 4 more too little is kept.",
    { leadsChanged: 1, changes: 2, rowsUnreadable: 4 },
  ],
  [
    "Applied to 2 leads. 1 lead had changed since and stayed. 3 rows were read again.",
    { state: "applied", leadsChanged: 3, changes: 3, applied: 2, left: 1 },
  ],
  [
    "2 leads would change, in 2 places. It ended. 3 rows were read again.",
    { leadsChanged: 2, changes: 2, message: "It ended." },
  ],
  [
    "Applied to 1 lead. It ended. 3 rows were read again.",
    { leadsChanged: 2, changes: 2, applied: 1, message: "It ended." },
  ],
  ["Cancelled. 3 rows were read again.", { state: "interrupted", message: "Cancelled." }],
])("%s", (words, replay) => {
  expect(replayWords({ ...READY, ...replay })).toBe(words);
});
