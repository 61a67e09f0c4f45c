import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import { nextAutoSync } from "#server/features/data-sources/auto-sync.ts";

const NOW = new Date("2026-11-20T10:00:00.000Z");
const created = { lastRun: null, createdAt: "2026-11-20T08:00:00.000Z" };
const noCounts = {
  seen: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  qualified: 0,
  reasons: [],
  message: "",
};
const attempted = {
  createdAt: "2026-11-01T08:00:00.000Z",
  lastRun: { ...noCounts, startedAt: "2026-11-20T09:30:00.000Z", finishedAt: null, outcome: "failed" as const },
};

test("is due an interval after the latest attempt, even a failed one", () => {
  expect(nextAutoSync([created, attempted], DEFAULT_SETTINGS, NOW)?.toISOString()).toBe("2026-11-20T10:30:00.000Z");
});

test("isn't delayed by a mailbox that is read whenever mail arrives", () => {
  const mailbox = { ...attempted, type: "email" as const };
  expect(
    nextAutoSync([{ ...created, type: "google_sheets" as const }, mailbox], DEFAULT_SETTINGS, NOW)?.toISOString(),
  ).toBe("2026-11-20T09:00:00.000Z");
  expect(nextAutoSync([mailbox], DEFAULT_SETTINGS, NOW)?.toISOString()).toBe("2026-11-20T10:30:00.000Z");
});

test("is due an interval after a source was added when nothing was tried", () => {
  expect(nextAutoSync([created], { ...DEFAULT_SETTINGS, syncIntervalMinutes: 15 }, NOW)?.toISOString()).toBe(
    "2026-11-20T08:15:00.000Z",
  );
});

test("is never due when it is off or there is nothing to read", () => {
  expect(nextAutoSync([created], { ...DEFAULT_SETTINGS, autoSync: false }, NOW)).toBeNull();
  expect(nextAutoSync([], DEFAULT_SETTINGS, NOW)).toBeNull();
});

test("isn't delayed by a sheet that is read in parts", () => {
  const long = { ...attempted, lastRun: { ...attempted.lastRun, outcome: "succeeded" as const, waiting: 900 } };
  expect(nextAutoSync([created, long], DEFAULT_SETTINGS, NOW)?.toISOString()).toBe("2026-11-20T09:00:00.000Z");
  expect(nextAutoSync([long], DEFAULT_SETTINGS, NOW)?.toISOString()).toBe("2026-11-20T10:30:00.000Z");
});

test("is due now when the clock went back since the last attempt, an interval later when it is slightly behind", () => {
  const ahead = { ...attempted, lastRun: { ...attempted.lastRun, startedAt: "2027-11-20T09:30:00.000Z" } };
  expect(nextAutoSync([ahead], DEFAULT_SETTINGS, NOW)).toEqual(NOW);
  const other = { ...attempted, lastRun: { ...attempted.lastRun, startedAt: "2026-11-20T10:00:02.000Z" } };
  expect(nextAutoSync([other], DEFAULT_SETTINGS, NOW)?.toISOString()).toBe("2026-11-20T11:00:02.000Z");
});
