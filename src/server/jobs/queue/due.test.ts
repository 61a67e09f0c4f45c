import { describe, expect, test } from "vitest";
import type { LastRun } from "#server/db/system/schedules.ts";
import { calendarDue, dueAfterLast, setSince } from "#server/jobs/queue/due.ts";

const NOW = new Date("2026-11-22T12:00:00.000Z");
const LONG_AGO = "2026-01-01T00:00:00.000Z";

describe("after the last run", () => {
  const run = (more: Partial<LastRun>): LastRun => ({
    id: "7",
    scheduleId: "mailbox",
    windowKey: "after 6",
    at: NOW.toISOString(),
    jobId: null,
    outcome: "done",
    message: "",
    finishedAt: null,
    failures: 0,
    ...more,
  });

  test.each<[string, LastRun | undefined, string, string]>([
    ["the first has a separate window", undefined, "after none", "12:00:00"],
    ["each run has one successor", run({}), "after 7", "12:00:00"],
    ["one that failed is followed by a pause", run({ outcome: "failed", failures: 1 }), "after 7", "12:00:25"],
    ["a second failure by twice as much", run({ outcome: "failed", failures: 2 }), "after 7", "12:00:50"],
    ["one of something else by another", run({ id: "8", outcome: "failed", failures: 2 }), "after 8", "12:00:31"],
    ["and never by more than five minutes", run({ outcome: "failed", failures: 40 }), "after 7", "12:04:11"],
    [
      "and one that a person canceled, from its end on",
      run({ outcome: "cancelled", at: "2026-11-22T11:00:00.000Z", finishedAt: "2026-11-22T11:59:50.000Z" }),
      "after 7",
      "12:00:15",
    ],
    [
      "not by one from while the clock was ahead",
      run({ outcome: "failed", at: "2027-01-01T00:00:00.000Z" }),
      "after 7",
      "12:00:00",
    ],
  ])("%s", (_what, last, window, time) => {
    const due = dueAfterLast(NOW, last, NOW);
    expect([due?.window, due?.at.toISOString().slice(11, 19)]).toEqual([window, time]);
  });

  test("the pause starts over once the failure is fixed", () => {
    const due = dueAfterLast(NOW, run({ outcome: "failed", failures: 40 }), NOW, { isFixed: true });
    expect(due?.at.toISOString().slice(11, 19)).toBe("12:00:25");
  });
});

describe("by the calendar", () => {
  const BERLIN = { timeZone: "Europe/Berlin", hour: 3 };
  const AT_TWO = { timeZone: "Europe/Berlin", hour: 2 };
  const due = async (
    now: string,
    {
      since = LONG_AGO,
      had = [],
      clock = BERLIN,
    }: { since?: string | null; had?: string[]; clock?: typeof BERLIN } = {},
  ): Promise<string> => {
    const next = await calendarDue("daily", clock, { now: new Date(now), since }, async (window) =>
      had.includes(window),
    );
    return next === null ? "never" : `${next.window} ${next.at.toISOString()}`;
  };

  test.each([
    ["is due from its moment on", "2026-11-22T02:00:00Z", {}, "daily:2026-11-22 2026-11-22T02:00:00.000Z"],
    [
      "is the next once it was had",
      "2026-11-22T02:00:00Z",
      { had: ["daily:2026-11-22"] },
      "daily:2026-11-23 2026-11-23T02:00:00.000Z",
    ],
    [
      "of several nights that were missed is the last",
      "2026-11-22T09:00:00Z",
      { had: ["daily:2026-11-18"] },
      "daily:2026-11-22 2026-11-22T02:00:00.000Z",
    ],
    [
      "is not owed for what ended before it was set so",
      "2026-11-22T09:00:00Z",
      { since: "2026-11-22T08:00:00.000Z" },
      "daily:2026-11-23 2026-11-23T02:00:00.000Z",
    ],
    [
      "is owed whenever it was set, where it says so",
      "2026-11-22T09:00:00Z",
      { since: null },
      "daily:2026-11-22 2026-11-22T02:00:00.000Z",
    ],
    [
      "is not had twice when the clock goes back",
      "2026-11-21T02:00:00Z",
      { had: ["daily:2026-11-21", "daily:2026-11-22"] },
      "daily:2026-11-23 2026-11-23T02:00:00.000Z",
    ],
    [
      "skips no night because the clock was ahead",
      "2026-11-22T02:00:00Z",
      { had: ["daily:2026-11-21", "daily:2027-03-01"] },
      "daily:2026-11-22 2026-11-22T02:00:00.000Z",
    ],
    [
      "at an hour that does not exist is the one after",
      "2026-03-28T12:00:00Z",
      { clock: AT_TWO, had: ["daily:2026-03-28"] },
      "daily:2026-03-29 2026-03-29T01:00:00.000Z",
    ],
    [
      "at an hour that is there twice is the first of them",
      "2026-10-25T00:00:00Z",
      { clock: AT_TWO },
      "daily:2026-10-25 2026-10-25T00:00:00.000Z",
    ],
    [
      "and not the second",
      "2026-10-25T01:00:00Z",
      { clock: AT_TWO, had: ["daily:2026-10-25"] },
      "daily:2026-10-26 2026-10-26T01:00:00.000Z",
    ],
  ])("%s", async (_what, now, how, expected) => {
    expect(await due(now, how)).toBe(expected);
  });
});

test("a changed setting applies from now, even if it was set while the clock was ahead", () => {
  const now = NOW.toISOString();
  expect(setSince({ rhythm: "at 3", since: LONG_AGO }, "at 3", NOW)).toBe(LONG_AGO);
  expect(setSince({ rhythm: "at 3", since: LONG_AGO }, "at 4", NOW)).toBe(now);
  expect(setSince(undefined, "at 3", NOW)).toBe(now);
  expect(setSince({ rhythm: "at 3", since: "2027-01-01T00:00:00.000Z" }, "at 3", NOW)).toBe(now);
});
