import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, HOUR } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { forgetExpiredSessions } from "#server/features/accounts/audit.ts";
import { addDueJobs } from "#server/jobs/schedules/add-due-jobs.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";
import { connectSheet } from "#test/http/sheet.ts";
import { jobsEnded, tick } from "#test/jobs.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { migratedPostgres, type EngineName, oneEngine } from "#test/stores.ts";

/** Noon on a Sunday; in Berlin it is one o'clock. */
const START = Date.parse("2026-11-22T12:00:00.000Z");
const FORBIDDEN = { status: 403, body: { error: { code: 403, message: "no", status: "PERMISSION_DENIED" } } };

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

async function scheduledWinnow(engine: EngineName) {
  let now = START;
  const winnow = await freshWinnow(engine, { google, clock: () => new Date(now) });
  await winnow.ok("PUT /api/settings", { body: { reportTimeZone: "Europe/Berlin" } });
  return {
    winnow,
    pass: (milliseconds: number) => void (now += milliseconds),
    set: (body: object) => winnow.ok("PUT /api/settings", { body }),
    runs: async (kind: "housekeeping" | "follow-ups" | "backup" | "sync") =>
      (await winnow.workspace.jobs.list({ kind })).jobs,
  };
}

async function scheduleOf(winnow: TestWinnow, id: string) {
  return (await winnow.ok("GET /api/schedules")).find((schedule) => schedule.id === id);
}

describe.each(oneEngine("sqlite"))("schedules on %s", (engine) => {
  test("are all listed, each with its frequency, where it is set, and its next run", async () => {
    const { winnow } = await scheduledWinnow(engine);
    const target = await winnow.ok("POST /api/scrape-targets", {
      body: { name: "Acme", url: "http://127.0.0.1:8765", scrapeFrequency: "hourly" },
    });
    await connectSheet(winnow, google, sampleLeads(2));
    const listed = await winnow.ok("GET /api/schedules");
    expect(listed.map(({ id }) => id)).toEqual([
      "auto-sync",
      `scrape:${target.id}`,
      "submissions",
      "follow-ups",
      "retention",
      "duplicates",
      "address-check",
      "company-facts",
      "rescore",
      "backup",
      "housekeeping",
    ]);
    expect(listed[0]).toEqual({
      id: "auto-sync",
      title: "Data source sync",
      rhythm: "Every hour",
      isOn: true,
      isInternal: false,
      settingsPath: "/configuration#sync",
      lastRun: null,
      nextRun: "2026-11-22T13:00:00.000Z",
    });
    expect(listed[1]).toMatchObject({ rhythm: "Every hour", isOn: true, nextRun: "2026-11-22T13:00:00.000Z" });
    expect(await scheduleOf(winnow, "backup")).toMatchObject({
      rhythm: "Daily at 03:00 (Europe/Berlin)",
      isOn: true,
      nextRun: "2026-11-23T02:00:00.000Z",
    });
    expect(await scheduleOf(winnow, "submissions")).toMatchObject({ isOn: true, nextRun: null });
  });

  test("follow changed settings at once, and owe nothing for the time before", async () => {
    const { winnow, set, pass, runs } = await scheduledWinnow(engine);
    await connectSheet(winnow, google, sampleLeads(2));
    await addDueJobs(winnow.workspace);
    await set({ syncIntervalMinutes: 15 });
    expect((await scheduleOf(winnow, "auto-sync"))?.nextRun).toBe("2026-11-22T12:15:00.000Z");
    await set({ autoSync: false, backupHour: 5 });
    expect(await scheduleOf(winnow, "auto-sync")).toMatchObject({ isOn: false, nextRun: null });
    expect((await scheduleOf(winnow, "backup"))?.nextRun).toBe("2026-11-23T04:00:00.000Z");
    await set({ backupOn: false });
    expect(await scheduleOf(winnow, "backup")).toMatchObject({ isOn: false, nextRun: null });
    await addDueJobs(winnow.workspace);
    pass(DAY);
    // Enabled at noon: the night before was not missed.
    await set({ backupOn: true });
    await tick(winnow.workspace, "backup");
    expect(await runs("backup")).toEqual([]);
    expect((await scheduleOf(winnow, "backup"))?.nextRun).toBe("2026-11-24T04:00:00.000Z");
  });

  test("clean up expired sessions and old audit log entries", async () => {
    const { winnow, pass } = await scheduledWinnow(engine);
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const long = LIMITS.audit.retentionDays + 1;
    const old = await winnow.ok("GET /api/audit");
    expect(old.entries).not.toEqual([]);
    pass(long * DAY);
    await tick(winnow.workspace, "housekeeping");
    expect(await forgetExpiredSessions(winnow.workspace)).toBe(0);
    await winnow.ok("POST /api/session", { body: ADA });
    const { entries } = await winnow.ok("GET /api/audit");
    expect(entries.filter(({ id }) => old.entries.some((one) => one.id === id))).toEqual([]);
  });

  test("run once after the machine was off, and not again when its clock goes back", async () => {
    const { winnow, pass, runs } = await scheduledWinnow(engine);
    const begun = async () => {
      await tick(winnow.workspace, "housekeeping");
      return (await runs("housekeeping")).length;
    };
    expect(await begun()).toBe(1);
    expect(await begun()).toBe(1);
    pass(5 * DAY);
    expect(await begun()).toBe(2);
    pass(-7 * HOUR);
    expect(await begun()).toBe(2);
    expect((await scheduleOf(winnow, "housekeeping"))?.nextRun).toBe("2026-11-28T03:00:00.000Z");
    pass(DAY);
    expect(await begun()).toBe(3);
  });

  test("at an interval don't wait for a moment that the clock was put back from", async () => {
    const { winnow, set, pass } = await scheduledWinnow(engine);
    await set({ followUpAutomatic: true, companyFactsOn: true });
    await tick(winnow.workspace, "follow-ups");
    await tick(winnow.workspace, "company-facts");
    pass(-5 * DAY);
    for (const id of ["follow-ups", "company-facts"]) {
      expect((await scheduleOf(winnow, id))?.nextRun).toBe(new Date(START - 5 * DAY).toISOString());
    }
  });

  test("describe their last run in words", async () => {
    const { winnow, pass } = await scheduledWinnow(engine);
    await connectSheet(winnow, google, sampleLeads(2));
    pass(HOUR);
    google.failNext({ on: "values", answer: FORBIDDEN });
    await expect(tick(winnow.workspace, "auto-sync")).rejects.toMatchObject({ id: "sheet_not_shared" });
    const failed = await scheduleOf(winnow, "auto-sync");
    expect(failed?.lastRun).toMatchObject({ at: "2026-11-22T13:00:00.000Z", outcome: "failed" });
    expect(failed?.lastRun?.message).toContain("Share it");
    expect((await winnow.ok("GET /api/jobs", { query: { state: "dead" } })).jobs).toHaveLength(1);

    pass(HOUR);
    await tick(winnow.workspace, "auto-sync");
    expect((await scheduleOf(winnow, "auto-sync"))?.lastRun).toMatchObject({
      at: "2026-11-22T14:00:00.000Z",
      finishedAt: "2026-11-22T14:00:00.000Z",
      outcome: "done",
      message: "2 rows read, 2 new, 0 updated.",
    });
    // A failed run is settled by the run after it.
    expect((await winnow.ok("GET /api/jobs", { query: { state: "dead" } })).jobs).toEqual([]);
  });

  test("can be run now by a person, even when they are off", async () => {
    const { winnow, set, runs } = await scheduledWinnow(engine);
    await set({ backupOn: false });
    const answer = await winnow.call("POST /api/schedules/{id}/run", { id: "backup" });
    expect(answer.statusCode).toBe(202);
    const job = answer.json<{ id: string; by: string; kind: string }>();
    expect(job).toMatchObject({ kind: "backup", by: "You" });
    await jobsEnded(winnow.workspace);
    expect((await scheduleOf(winnow, "backup"))?.lastRun).toMatchObject({
      outcome: "done",
      jobId: job.id,
      message: expect.stringMatching(/^Backed up 0 leads/u),
    });
    expect(await runs("backup")).toHaveLength(1);
  });

  test("show a run that a person started elsewhere as the last one", async () => {
    const { winnow, pass } = await scheduledWinnow(engine);
    await connectSheet(winnow, google, sampleLeads(2));
    pass(HOUR);
    await tick(winnow.workspace, "auto-sync");
    pass(HOUR / 2);
    await winnow.ok("POST /api/sync-leads");
    const [job] = (await winnow.ok("GET /api/jobs", { query: { kind: "sync" } })).jobs;
    expect(job?.title).toMatch(/^Sync of \S/u);
    expect((await scheduleOf(winnow, "auto-sync"))?.lastRun).toEqual({
      at: "2026-11-22T13:30:00.000Z",
      finishedAt: "2026-11-22T13:30:00.000Z",
      outcome: "done",
      message: job?.message,
      jobId: job?.id,
    });
  });

  test("ended by a person are canceled, not failed", async () => {
    const { winnow, runs } = await scheduledWinnow(engine);
    const { jobs } = winnow.workspace;
    // Nobody takes the job before it is canceled.
    await jobs.stop();
    await winnow.ok("POST /api/schedules/{id}/run", { id: "backup" });
    const [job] = await runs("backup");
    await winnow.ok("POST /api/jobs/{id}/cancel", { id: job?.id ?? "" });
    const canceled = { outcome: "cancelled", message: "Canceled before it finished.", jobId: job?.id };
    expect((await scheduleOf(winnow, "backup"))?.lastRun).toMatchObject(canceled);
    await addDueJobs(winnow.workspace);
    expect((await scheduleOf(winnow, "backup"))?.lastRun).toMatchObject(canceled);
    const { problems } = await winnow.ok("GET /api/dashboard/status");
    expect(problems.filter(({ kind }) => kind === "backup_missing")).toEqual([]);
    const { reply } = await winnow.ok("POST /api/chat", { body: { message: "Did the backup run?" } });
    expect(reply).toMatch(/^The last backup was canceled /u);
  });

  test("with nothing to do say why, and unknown ones aren't found", async () => {
    const { winnow, set } = await scheduledWinnow(engine);
    await set({ retentionDays: null });
    for (const [id, status, detail] of [
      ["auto-sync", 409, "No data source is active"],
      ["retention", 409, "Retention is off"],
      ["scrape:1", 404, "No such schedule"],
    ] as const) {
      const refused = await winnow.call("POST /api/schedules/{id}/run", { id });
      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
        status,
        expect.stringContaining(detail),
      ]);
    }
  });

  test("with nothing to do leave one job, however often they check", async () => {
    const { winnow, pass, set, runs } = await scheduledWinnow(engine);
    await set({ followUpAutomatic: true });
    for (let minute = 0; minute < 4; minute += 1) {
      await tick(winnow.workspace, "follow-ups");
      expect(await runs("follow-ups")).toHaveLength(1);
      expect((await scheduleOf(winnow, "follow-ups"))?.lastRun?.outcome).toBe("nothing");
      pass(60_000);
    }
  });

  test("whose process died before adding the job are handled by the next", async () => {
    const { winnow, pass, runs } = await scheduledWinnow(engine);
    const { schedules } = winnow.workspace.store;
    await schedules.begin("housekeeping", "daily:2026-11-22", new Date(START).toISOString());
    await addDueJobs(winnow.workspace);
    expect(await runs("housekeeping")).toEqual([]);
    pass(2 * 60_000);
    await addDueJobs(winnow.workspace);
    await jobsEnded(winnow.workspace);
    expect(await runs("housekeeping")).toHaveLength(1);
    expect((await scheduleOf(winnow, "housekeeping"))?.lastRun?.outcome).toBe("done");
  });
});

test("several processes add a job once, and agree on the result", async () => {
  const databaseUrl = await migratedPostgres();
  const clock = () => new Date(START);
  const open = () => freshWinnow("postgres", { databaseUrl, clock });
  const [one, other] = [await open(), await open()];
  await Promise.all([one, other, one, other].map(({ workspace }) => addDueJobs(workspace)));
  await jobsEnded(one.workspace);
  expect((await one.workspace.jobs.list({ kind: "housekeeping" })).jobs).toHaveLength(1);
  const seen = await scheduleOf(other, "housekeeping");
  expect(seen?.lastRun?.outcome).toBe("done");
  expect(await scheduleOf(one, "housekeeping")).toEqual(seen);
});
