import { expect, test } from "vitest";
import { reportDue } from "#server/features/reports/report-due.ts";
import { openTestStore } from "#test/stores.ts";

const MORNING = { timeZone: "UTC", hour: 8 };
const NOON = new Date("2026-11-20T12:00:00.000Z");

test.each([
  ["yesterday", "2026-11-19T12:00:00.000Z", "2026-11-20T08:00:00.000Z"],
  ["after today's time", "2026-11-20T09:00:00.000Z", undefined],
  ["while the clock was ahead", "2027-11-20T09:00:00.000Z", "2026-11-20T08:00:00.000Z"],
])("today's report, scheduled %s, is due from %s on: %s", async (_when, scheduledSince, at) => {
  const store = await openTestStore("sqlite");
  const due = await reportDue({ store }, { reportFrequency: "daily", scheduledSince }, NOON, MORNING);
  expect(due?.at.toISOString()).toBe(at);
});
