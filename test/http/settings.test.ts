import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow } from "#test/harness.ts";
import { tick as tickOnce } from "#test/jobs.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";

const START = Date.parse("2026-05-01T08:00:00.000Z");
/** Like a tick of the scheduler. */
const TICK = MINUTE / 2;
const FORBIDDEN = { status: 403, body: { error: { code: 403, message: "no", status: "PERMISSION_DENIED" } } };

const REFUSED = [
  ["qualificationThreshold", 101, "Threshold must be at most 100"],
  ["qualificationThreshold", 29.5, "Threshold must be a whole number"],
  ["maxLeadsPerSync", 0, "Leads per sync must be at least 1"],
  ["retentionDays", 0, "Days must be at least 1"],
  ["retentionDays", 3_651, "Days must be at most 3,650"],
  ["syncIntervalMinutes", 45, "Sync interval must be one of 15, 30, 60, 240, 1440 minutes"],
  ["notifyRemovals", "yes", expect.any(String)],
] as const;

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

/** Winnow on a clock that ticks on request, when auto-sync does what is due. */
async function tickingWinnow(engine: EngineName) {
  let now = START;
  const winnow = await freshWinnow(engine, { google, clock: () => new Date(now) });
  return {
    winnow,
    tick: async (milliseconds = TICK): Promise<void> => {
      now += milliseconds;
      await tickOnce(winnow.workspace, "auto-sync");
    },
    set: (body: object) => winnow.ok("PUT /api/settings", { body }),
    leads: async () => (await winnow.ok("GET /api/dashboard/stats")).totalLeads,
    sourceOf: async (id: string) => (await winnow.ok("GET /api/data-sources")).find((one) => one.id === id),
    status: () => winnow.ok("GET /api/dashboard/status"),
    syncs: async () =>
      (await winnow.ok("GET /api/dashboard/activity")).filter(({ type }) => type === "sync_completed").length,
  };
}

describe.each(oneEngine("sqlite"))("settings on %s", (engine) => {
  test("start from the product's defaults, and change what they name", async () => {
    const { winnow, set } = await tickingWinnow(engine);
    const before = await winnow.ok("GET /api/settings");
    expect(before).toEqual({
      qualificationThreshold: 30,
      autoSync: true,
      followUpAutomatic: false,
      followUpAttempts: 3,
      followUpDays: 3,
      followUpSignature: "",
      reportTimeZone: null,
      reportHour: 8,
      backupOn: true,
      backupHour: 3,
      backupKept: 7,
      syncIntervalMinutes: 60,
      maxLeadsPerSync: 100,
      retentionDays: 90,
      useLanguageModel: false,
      companyFactsOn: false,
      companyFactsPerDay: 100,
      membersSeeOwnLeads: false,
      notifyLeadsToReview: true,
      notifySourceFailures: true,
      notifyMailboxFailures: true,
      notifyReportFailures: true,
      notifyRemovals: true,
      notifyNextSteps: true,
      inclusionKeywords: [],
      exclusionKeywords: [],
      minimumConfidence: 70,
      version: before.version,
    });
    const changes = {
      qualificationThreshold: 0,
      autoSync: false,
      syncIntervalMinutes: 1440,
      maxLeadsPerSync: null,
      retentionDays: null,
      notifyReportFailures: false,
    };
    for (const [name, value] of Object.entries(changes)) await set({ [name]: value });
    const after = await winnow.ok("GET /api/settings");
    expect(after).toEqual({ ...before, ...changes, version: after.version });
    expect(await set({})).toEqual(after);
  });

  test("reject what is out of bounds by field, and change nothing", async () => {
    const { winnow } = await tickingWinnow(engine);
    const before = await winnow.ok("GET /api/settings");
    for (const [field, value, message] of REFUSED) {
      const refused = await winnow.call("PUT /api/settings", { body: { autoSync: false, [field]: value } });
      expect([refused.statusCode, refused.json().errors]).toEqual([422, [{ field, message }]]);
    }
    expect(await winnow.ok("GET /api/settings")).toEqual(before);
  });

  test("make auto-sync read at their interval", async () => {
    const { winnow, tick, set } = await tickingWinnow(engine);
    await connectSheet(winnow, google, sampleLeads(2));
    for (const minutes of LIMITS.settings.syncIntervalMinutes.options) {
      await set({ syncIntervalMinutes: minutes });
      const asked = google.count("values");
      await tick(minutes * MINUTE - 1);
      expect([minutes, google.count("values")]).toEqual([minutes, asked]);
      await tick(1);
      expect([minutes, google.count("values")]).toEqual([minutes, asked + 1]);
    }
  });

  test("auto-sync that is off reads nothing", async () => {
    const { winnow, tick, set, leads, status } = await tickingWinnow(engine);
    await connectSheet(winnow, google, sampleLeads(2));
    await set({ autoSync: false });
    await tick(100 * 24 * 60 * MINUTE);
    expect(await leads()).toBe(0);
    expect((await status()).autoSync).toMatchObject({ state: "paused", message: "Auto-sync is off." });
  });
});

describe.each(oneEngine("sqlite"))("the maximum leads per sync on %s", (engine) => {
  test("is a hundred; the rest follows at the next ticks, with two notifications in total", async () => {
    const { winnow, tick, leads, sourceOf, status, syncs } = await tickingWinnow(engine);
    const { sourceId } = await connectSheet(winnow, google, sampleLeads(345));
    expect(await sync(winnow)).toMatchObject({ processed: 100, created: 100 });
    expect((await sourceOf(sourceId))?.lastRun).toMatchObject({
      outcome: "succeeded",
      waiting: 245,
      message: "100 rows, 100 new, 0 updated, 0 unchanged, 245 waiting for the next sync",
    });
    expect((await status()).googleSheets.message).toBe(
      "Synced without errors. 245 more rows are waiting for the next sync.",
    );
    expect((await status()).autoSync.message).toContain("Rows waiting from the last sync are read right away.");
    for (const expected of [200, 300, 345]) {
      await tick();
      expect(await leads()).toBe(expected);
    }
    const asked = google.count("values");
    await tick();
    expect(google.count("values")).toBe(asked);
    const { lastRun } = (await sourceOf(sourceId)) ?? {};
    expect(lastRun?.waiting).toBeUndefined();
    expect((await status()).googleSheets.message).toBe("Synced without errors.");
    expect(await syncs()).toBe(2);
  });

  test("of one sheet delays no other", async () => {
    const { winnow, tick, leads, set } = await tickingWinnow(engine);
    await set({ maxLeadsPerSync: 1, syncIntervalMinutes: 15 });
    await connectSheet(winnow, google, sampleLeads(100), "Long");
    const short = await connectSheet(winnow, google, [["Name", "Email"]], "Short");
    await sync(winnow);
    short.write([
      ["Name", "Email"],
      ["Zoe Last", "zoe@short.example"],
    ]);
    // The interval since the last look at all of them.
    for (let ticks = 0; ticks < 30; ticks += 1) await tick();
    expect(await leads()).toBe(1 + 30 + 1);
  });

  test("waits for the interval after a failure", async () => {
    const { winnow, tick, leads, sourceOf } = await tickingWinnow(engine);
    const { sourceId } = await connectSheet(winnow, google, sampleLeads(250));
    await sync(winnow);
    google.failNext({ on: "values", answer: FORBIDDEN });
    await expect(tick()).rejects.toMatchObject({ id: "sheet_not_shared" });
    expect((await sourceOf(sourceId))?.failingSince).not.toBeNull();
    const asked = google.count("values");
    for (let ticks = 1; ticks < 120; ticks += 1) await tick();
    expect([google.count("values"), await leads()]).toEqual([asked, 100]);
    await tick();
    await tick();
    expect(await leads()).toBe(250);
  });

  test("waits while auto-sync is off, until someone syncs again", async () => {
    const { winnow, tick, leads, set } = await tickingWinnow(engine);
    await connectSheet(winnow, google, sampleLeads(150));
    await sync(winnow);
    await set({ autoSync: false });
    await tick();
    expect(await leads()).toBe(100);
    await sync(winnow);
    expect(await leads()).toBe(150);
  });

  test("doesn't keep a manual sync from reading every source", async () => {
    const { winnow, tick, leads } = await tickingWinnow(engine);
    await connectSheet(winnow, google, sampleLeads(350), "Long");
    const other = await connectSheet(winnow, google, [["Name", "Email"]], "Other");
    await sync(winnow);
    other.write([
      ["Name", "Email"],
      ["Zoe Last", "zoe@other.example"],
    ]);
    const asked = google.count("values");
    const ticking = tick();
    await expect.poll(() => google.count("values")).toBe(asked + 1);
    const result = await sync(winnow);
    await ticking;
    expect(result.sources.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["Long", "succeeded"],
      ["Other", "succeeded"],
    ]);
    expect(await leads()).toBe(301);
  });
});
