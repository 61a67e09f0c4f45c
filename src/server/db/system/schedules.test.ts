import { beforeEach, describe, expect, test } from "vitest";
import type { ScheduleStore } from "#server/db/system/schedules.ts";
import { ENGINES, openTestStore } from "#test/stores.ts";

const AT = "2026-11-22T03:00:00.000Z";
const DONE = { outcome: "done", message: "Written.", finishedAt: "2026-11-22T03:01:00.000Z" } as const;

describe.each(ENGINES)("schedules on %s", (engine) => {
  let schedules: ScheduleStore;
  beforeEach(async () => {
    ({ schedules } = await openTestStore(engine));
  });

  test("a window has one run, however many request it at once", async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, () => schedules.begin("backup", "daily:2026-11-22", AT)));
    expect(begun.filter((id) => id !== null)).toHaveLength(1);
    expect(await schedules.begin("housekeeping", "daily:2026-11-22", AT)).not.toBeNull();
    expect(await schedules.had("backup", "daily:2026-11-22")).toBe(true);
    expect(await schedules.had("backup", "daily:2026-11-21")).toBe(false);
  });

  test("the last run is the one begun last, whatever the clock said", async () => {
    const ahead = await schedules.begin("backup", "daily:2027-11-22", "2027-11-22T03:00:00.000Z");
    await schedules.finish(ahead ?? "", DONE);
    const id = await schedules.begin("backup", "daily:2026-11-22", AT);
    await schedules.assign(id ?? "", "7");
    const run = { id, scheduleId: "backup", windowKey: "daily:2026-11-22", at: AT, jobId: "7" };
    const running = { ...run, outcome: "running", message: "", finishedAt: null };
    expect([...(await schedules.lastRuns())]).toEqual([["backup", { ...running, failures: 0 }]]);
    expect(await schedules.underWay()).toEqual([running]);
    await schedules.finish(id ?? "", DONE);
    expect((await schedules.lastRuns()).get("backup")).toEqual({ ...run, ...DONE, failures: 0 });
    expect(await schedules.underWay()).toEqual([]);
  });

  test.each(["failed", "cancelled"] as const)("the last success is the one before a run that %s", async (outcome) => {
    expect(await schedules.lastSuccess("backup")).toBeNull();
    for (const [window, end] of [
      ["daily:2026-11-20", DONE],
      ["daily:2026-11-21", { ...DONE, outcome: "nothing" }],
      ["daily:2026-11-22", { ...DONE, outcome }],
    ] as const) {
      await schedules.finish((await schedules.begin("backup", window, AT)) ?? "", end);
    }
    await schedules.begin("backup", "daily:2026-11-23", AT);
    await schedules.finish((await schedules.begin("housekeeping", "daily:2026-11-23", AT)) ?? "", DONE);
    expect(await schedules.lastSuccess("backup")).toMatchObject({ windowKey: "daily:2026-11-21", outcome: "nothing" });
  });

  test("consecutive failures are counted since the last success", async () => {
    const end = async (schedule: string, outcome: "failed" | "cancelled" | "nothing"): Promise<number | undefined> => {
      const id = await schedules.begin(schedule, `window ${Math.random()}`, AT);
      await schedules.finish(id ?? "", { ...DONE, outcome });
      return (await schedules.lastRuns()).get("mailbox")?.failures;
    };
    expect(await end("mailbox", "failed")).toBe(1);
    expect(await end("backup", "failed")).toBe(1);
    expect(await end("mailbox", "cancelled")).toBe(1);
    expect(await end("mailbox", "failed")).toBe(2);
    expect(await end("backup", "nothing")).toBe(2);
    expect(await end("mailbox", "nothing")).toBe(0);
    expect(await end("mailbox", "failed")).toBe(1);
  });

  test("a withdrawn run leaves its window open", async () => {
    const id = await schedules.begin("mailbox", "after 1", AT);
    await schedules.withdraw(id ?? "");
    expect(await schedules.begin("mailbox", "after 1", AT)).not.toBeNull();
  });

  test("a schedule applies since its last change", async () => {
    await schedules.setRhythm("backup", "daily at 3", AT);
    await schedules.setRhythm("backup", "daily at 4", "2026-11-23T12:00:00.000Z");
    expect([...(await schedules.rhythms())]).toEqual([
      ["backup", { rhythm: "daily at 4", since: "2026-11-23T12:00:00.000Z" }],
    ]);
  });

  test("removed schedules are deleted, and of the others only the newest runs are kept", async () => {
    await schedules.setRhythm("scrape:1", "hourly", AT);
    await schedules.setRhythm("backup", "daily", AT);
    await schedules.begin("scrape:1", "after 0", AT);
    for (let day = 0; day < 210; day += 1) await schedules.begin("backup", `day ${day}`, AT);
    await schedules.forgetOthers(["backup"]);
    expect([...(await schedules.lastRuns()).keys()]).toEqual(["backup"]);
    expect([...(await schedules.rhythms()).keys()]).toEqual(["backup"]);
    const had = await Promise.all([9, 10, 209].map((day) => schedules.had("backup", `day ${day}`)));
    expect(had).toEqual([false, true, true]);
  });
});
