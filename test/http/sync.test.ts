import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { migratedPostgres, oneEngine } from "#test/stores.ts";

const HEADERS = ["Name", "Email", "Company", "Phone", "Notes"];
const ANN = ["Ann Lee", "ann@acme.example", "Acme", "+442079460001", "Wants a demo"];
const BO = ["Bo Berg", "bo@berg.example", "Berg", "", "newsletter"];
const FORBIDDEN = { status: 403, body: { error: { code: 403, message: "no", status: "PERMISSION_DENIED" } } };

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

describe.each(oneEngine("sqlite"))("a sync on %s", (engine) => {
  let winnow: TestWinnow;
  beforeEach(async () => {
    winnow = await freshWinnow(engine, { google });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
  });

  const leads = async (): Promise<Map<string, Lead>> =>
    new Map(((await winnow.ok("GET /api/leads")) as Lead[]).map((lead) => [lead.email, lead]));
  const sourceOf = async (id: string) => (await winnow.ok("GET /api/data-sources")).find((one) => one.id === id);

  test("takes each row in once, and changes nothing the second time", async () => {
    const { sourceId } = await connectSheet(winnow, google, [HEADERS, ANN, BO]);
    expect(await sync(winnow)).toMatchObject({ processed: 2, created: 2, qualified: 1 });
    const first = await leads();
    expect(first.get("ann@acme.example")).toMatchObject({
      name: "Ann Lee",
      company: "Acme",
      source: "google_sheets",
      score: 40,
      keywords: ["demo"],
      status: "qualified",
    });
    expect(first.get("bo@berg.example")).toMatchObject({ status: "pending", score: 0, missingInfo: ["phone"] });

    const { lastSync, lastRun } = (await sourceOf(sourceId)) ?? {};
    expect(lastRun).toMatchObject({ outcome: "succeeded", seen: 2, created: 2, qualified: 1, finishedAt: lastSync });
    for (let again = 0; again < 3; again += 1) {
      expect(await sync(winnow)).toMatchObject({ processed: 2, unchanged: 2 });
    }
    expect(await leads()).toEqual(first);
  });

  test("follows a changed row, moved columns and rows, and keeps a lead whose row is gone", async () => {
    const sheet = await connectSheet(winnow, google, [HEADERS, ANN, BO]);
    await sync(winnow);
    const before = await leads();

    sheet.write([HEADERS, BO, ["Ann Lee-Jones", ...ANN.slice(1, 4), "No longer"]]);
    expect(await sync(winnow)).toMatchObject({ updated: 1, unchanged: 1 });
    const { name, score, status } = (await leads()).get("ann@acme.example") ?? {};
    expect([name, score, status]).toEqual(["Ann Lee-Jones", 40, "qualified"]);

    const moved = [
      ["Notes", "", "E-Mail", "Full name", "Company", "Phone"],
      ["newsletter", "", BO[1] ?? "", BO[0] ?? "", "Berg"],
    ];
    sheet.write(moved);
    await sync(winnow);
    expect(await sync(winnow)).toMatchObject({ processed: 1, unchanged: 1 });
    const after = await leads();
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    expect(after.get("bo@berg.example")).toMatchObject({ id: before.get("bo@berg.example")?.id, name: "Bo Berg" });
  });

  test("leaves alone what a person edited or decided", async () => {
    const sheet = await connectSheet(winnow, google, [HEADERS, ANN, BO]);
    await sync(winnow);
    const ann = (await leads()).get("ann@acme.example");
    await winnow.ok("PATCH /api/leads/{id}", { id: ann?.id ?? "", body: { company: "Acme Ltd", status: "rejected" } });
    sheet.write([HEADERS, [ANN[0] ?? "", ANN[1] ?? "", "Acme GmbH", ANN[3] ?? "", "A demo, a demo!"], BO]);
    await sync(winnow);
    expect((await leads()).get("ann@acme.example")).toMatchObject({
      company: "Acme Ltd",
      status: "rejected",
      score: 40,
    });
  });

  test("rescores everyone when rules or threshold change, except people's decisions", async () => {
    await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
    await connectSheet(winnow, google, sampleLeads(300));
    await sync(winnow);
    const chosen = [...(await leads()).values()].slice(0, 3);
    for (const { id } of chosen) await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } });
    const people = new Set(chosen.map(({ id }) => id));
    const decided = async (threshold: number) => {
      // Work that takes longer than the response continues as a job.
      await jobsEnded(winnow.workspace);
      for (const lead of (await leads()).values()) {
        const expected = people.has(lead.id) ? "approved" : lead.score >= threshold ? "qualified" : "pending";
        expect([lead.email, lead.score, lead.status]).toEqual([lead.email, lead.score, expected]);
      }
    };
    await decided(30);
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 41 } });
    await decided(41);
    await winnow.ok("POST /api/rules", { body: { name: "Hurry", keywords: ["urgent", "budget"], scoreWeight: 30 } });
    await decided(41);
    expect([...(await leads()).values()].filter(({ score }) => score === 60)).toHaveLength(75);
    const [rule] = await winnow.ok("GET /api/rules");
    await winnow.ok("PATCH /api/rules/{id}", { id: rule?.id ?? "", body: { isActive: false } });
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 0 } });
    await decided(0);
  });

  test("stops at the maximum of leads and continues there the next time", async () => {
    await connectSheet(winnow, google, sampleLeads(250));
    for (const created of [100, 100, 50, 0]) expect(await sync(winnow)).toMatchObject({ created });
    expect((await leads()).size).toBe(250);
  });

  test("skipped rows don't count toward the maximum", async () => {
    const sheet = await connectSheet(winnow, google, sampleLeads(20));
    await sync(winnow);
    for (const { id } of (await leads()).values()) await winnow.call("DELETE /api/leads/{id}", { id });
    sheet.write(sampleLeads(50));
    await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: 10 } });
    for (const created of [10, 10, 10, 0]) expect(await sync(winnow)).toMatchObject({ created, skipped: 20 });
  });

  test("counts what it skips, with the reason, each time", async () => {
    const nobody = ["Nobody", "", "", "", "no way to reach them"];
    const { sourceId } = await connectSheet(winnow, google, [HEADERS, ANN, HEADERS, nobody, [], ["", "x@y.example"]]);
    for (const created of [2, 0]) {
      expect(await sync(winnow)).toMatchObject({ processed: 4, created, skipped: 2 });
      const { lastRun } = (await sourceOf(sourceId)) ?? {};
      expect(lastRun?.reasons.map(({ locator }) => locator)).toEqual(["Sheet1, row 3", "Sheet1, row 4"]);
      expect(lastRun?.reasons.every(({ reason }) => reason !== "")).toBe(true);
    }
    // Without a name it is shown by what it has.
    expect((await leads()).get("x@y.example")?.name).not.toBe("");
  });

  test("one person in two sheets is one lead", async () => {
    await connectSheet(winnow, google, [HEADERS, ANN], "Fair");
    await connectSheet(winnow, google, [HEADERS, ["A. Lee", "ANN@acme.example", "", "", "Call in May"]], "Shop");
    expect(await sync(winnow)).toMatchObject({ processed: 2, created: 1, updated: 1 });
    const ann = (await leads()).get("ann@acme.example");
    expect(ann?.name).toBe("Ann Lee");
    expect(ann?.notes).toContain("Call in May");
    expect(await sync(winnow)).toMatchObject({ unchanged: 2 });
  });

  test("two at once are one", async () => {
    await connectSheet(winnow, google, [HEADERS, ANN, BO]);
    const asked = google.count("values");
    const answers = await Promise.all([sync(winnow), sync(winnow), sync(winnow)]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(google.count("values")).toBe(asked + 1);
    expect((await leads()).size).toBe(2);
  });

  test("a request for a source that the running sync misses reads it afterward", async () => {
    await connectSheet(winnow, google, [HEADERS, ANN]);
    const off = await connectSheet(winnow, google, [HEADERS, BO], "Off");
    await winnow.ok("PATCH /api/data-sources/{id}", { id: off.sourceId, body: { isActive: false } });
    const arrived = google.arrival("values");
    const held = Promise.withResolvers<void>();
    google.failNext({ on: "values", holdUntil: held.promise });
    const running = sync(winnow);
    await arrived;
    await connectSheet(winnow, google, [HEADERS, ["Cy", "cy@cole.example"]], "New");
    await winnow.ok("PATCH /api/data-sources/{id}", { id: off.sourceId, body: { isActive: true } });
    const joined = vi.spyOn(winnow.workspace.jobs, "ended");
    const asked = sync(winnow);
    await expect.poll(() => joined).toHaveBeenCalled();
    held.resolve();
    expect((await running).sources.map(({ name }) => name)).toEqual(["Spring fair"]);
    expect(await asked).toMatchObject({ created: 2, unchanged: 1 });
  });

  test("a failing source is recorded and doesn't stop the others", async () => {
    const bad = await connectSheet(winnow, google, [HEADERS, BO], "Bad");
    const good = await connectSheet(winnow, google, [HEADERS, ANN], "Good");
    google.failNext({ on: "values", answer: FORBIDDEN });
    const result = await sync(winnow);
    expect(result).toMatchObject({ processed: 1, created: 1 });
    expect(result.sources.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["Bad", "failed"],
      ["Good", "succeeded"],
    ]);

    const failed = await sourceOf(bad.sourceId);
    expect(failed).toMatchObject({ lastSync: null, lastRun: { outcome: "failed" } });
    expect(failed?.failingSince).toBe(failed?.lastRun?.startedAt);
    expect((await sourceOf(good.sourceId))?.failingSince).toBeNull();
    const { googleSheets } = await winnow.ok("GET /api/dashboard/status");
    expect(googleSheets).toMatchObject({ state: "failing", since: failed?.failingSince });
    expect(googleSheets.message).toContain(failed?.lastRun?.message);

    // Failing again keeps the first failure's date; succeeding clears it.
    google.failNext({ on: "values", answer: FORBIDDEN });
    await sync(winnow);
    expect((await sourceOf(bad.sourceId))?.failingSince).toBe(failed?.failingSince);
    await sync(winnow);
    expect(await sourceOf(bad.sourceId)).toMatchObject({ failingSince: null, lastRun: { outcome: "succeeded" } });
    expect((await winnow.ok("GET /api/dashboard/status")).googleSheets.state).toBe("connected");
  });

  test("a failure survives every change except to the connection", async () => {
    const { sourceId: id } = await connectSheet(winnow, google, [HEADERS, ANN]);
    google.failNext({ on: "values", answer: FORBIDDEN });
    await winnow.call("POST /api/sync-leads");
    const { failingSince, config } = (await sourceOf(id)) ?? {};
    expect(failingSince).not.toBeNull();
    const { spreadsheetId, authMethod } = config ?? {};
    const asBefore = { spreadsheetId, authMethod, apiKey: "", serviceAccount: {} };
    const renamed = await winnow.ok("PATCH /api/data-sources/{id}", { id, body: { name: "Fair", config: asBefore } });
    expect(renamed).toMatchObject({ name: "Fair", failingSince });
    const moved = await winnow.ok("PATCH /api/data-sources/{id}", { id, body: { config: { range: "Sheet1!A1:C9" } } });
    expect(moved.failingSince).toBeNull();
  });

  test("a source that connects elsewhere counts as never read", async () => {
    const { sourceId: id } = await connectSheet(winnow, google, [HEADERS, ANN]);
    await sync(winnow);
    const read = await sourceOf(id);
    expect(read?.lastSync).not.toBeNull();
    const sheetsState = async () => (await winnow.ok("GET /api/dashboard/status")).googleSheets.state;
    const change = (body: object) => winnow.ok("PATCH /api/data-sources/{id}", { id, body });
    expect(await change({ name: "Fair", config: { range: "" } })).toMatchObject({ lastSync: read?.lastSync });
    expect(await sheetsState()).toBe("connected");
    expect(await change({ config: { spreadsheetId: "another-sheet" } })).toMatchObject({
      lastSync: null,
      lastRun: null,
    });
    expect(await sheetsState()).toBe("not_connected");
  });

  test("when every source fails, the response is the reason", async () => {
    await connectSheet(winnow, google, [HEADERS, BO]);
    google.failNext({ on: "values", answer: FORBIDDEN });
    const answer = await winnow.call("POST /api/sync-leads");
    expect(answer.statusCode).toBe(502);
    expect(answer.json<{ detail: string }>().detail).not.toBe("");
    expect((await leads()).size).toBe(0);
  });

  test("without an active source, syncs nothing", async () => {
    expect(await sync(winnow)).toMatchObject({ processed: 0, sources: [] });
    const { sourceId } = await connectSheet(winnow, google, [HEADERS, ANN]);
    await winnow.ok("PATCH /api/data-sources/{id}", { id: sourceId, body: { isActive: false } });
    const asked = google.requests.length;
    expect(await sync(winnow)).toMatchObject({ processed: 0, sources: [] });
    expect(google.requests.length).toBe(asked);
  });

  test("a canceled sync keeps imported rows, blames no source, and the next one continues", async () => {
    const { sourceId } = await connectSheet(winnow, google, [HEADERS, ANN, BO]);
    await sync(winnow);
    const arrived = google.arrival("values");
    const held = Promise.withResolvers<void>();
    google.failNext({ on: "values", holdUntil: held.promise });
    const syncing = sync(winnow);
    await arrived;
    expect(await winnow.ok("POST /api/sync-leads/cancel")).toEqual({ canceled: true });
    expect(await syncing).toMatchObject({ canceled: true, sources: [{ outcome: "canceled" }] });
    held.resolve();
    expect(await sourceOf(sourceId)).toMatchObject({ failingSince: null, lastRun: { outcome: "interrupted" } });
    expect((await leads()).size).toBe(2);
    expect(await sync(winnow)).toMatchObject({ canceled: false, unchanged: 2 });
    expect(await winnow.ok("POST /api/sync-leads/cancel")).toEqual({ canceled: false });
  });

  test("a source deleted during its sync ends the sync cleanly and leaves nothing behind", async () => {
    const gone = await connectSheet(winnow, google, [HEADERS, ANN], "Gone");
    await connectSheet(winnow, google, [HEADERS, BO], "Stays");
    const arrived = google.arrival("values");
    const held = Promise.withResolvers<void>();
    google.failNext({ on: "values", holdUntil: held.promise });
    const syncing = sync(winnow);
    await arrived;
    await winnow.ok("DELETE /api/data-sources/{id}", { id: gone.sourceId });
    held.resolve();
    const { sources, created } = await syncing;
    expect(created).toBe(1);
    expect(sources).toMatchObject([{ outcome: "canceled" }, { name: "Stays", outcome: "succeeded" }]);
    expect(sources[0]?.message).toBe("The source was deleted after 0 rows, 0 new, 0 updated, 0 unchanged");
    expect(await winnow.workspace.store.leads.rowHashes(gone.sourceId, ["email:ann@acme.example"])).toEqual(new Map());
  });

  test("sources are read as they are when their turn comes", async () => {
    await connectSheet(winnow, google, [HEADERS, ANN], "First");
    const off = await connectSheet(winnow, google, [HEADERS, ["Off", "off@acme.example"]], "Off");
    const moved = await connectSheet(winnow, google, [HEADERS, ["Old", "old@acme.example"]], "Moved");
    const other = await connectSheet(winnow, google, [HEADERS, BO], "Other");
    const { spreadsheetId } = (await sourceOf(other.sourceId))?.config ?? {};
    await winnow.ok("DELETE /api/data-sources/{id}", { id: other.sourceId });
    const arrived = google.arrival("values");
    const held = Promise.withResolvers<void>();
    google.failNext({ on: "values", holdUntil: held.promise });
    const syncing = sync(winnow);
    await arrived;
    await winnow.ok("PATCH /api/data-sources/{id}", { id: off.sourceId, body: { isActive: false } });
    await winnow.ok("PATCH /api/data-sources/{id}", { id: moved.sourceId, body: { config: { spreadsheetId } } });
    held.resolve();
    expect((await syncing).sources.map(({ name }) => name)).toEqual(["First", "Moved"]);
    expect([...(await leads()).keys()].toSorted()).toEqual(["ann@acme.example", "bo@berg.example"]);
    expect(await sourceOf(moved.sourceId)).toMatchObject({ lastRun: { outcome: "succeeded", created: 1 } });
  });

  test.each([["success", {}] as const, ["failure", { answer: FORBIDDEN }] as const])(
    "the %s of a source's former connection isn't that of its new one",
    async (_outcome, failure) => {
      const { sourceId: id } = await connectSheet(winnow, google, [HEADERS, ANN]);
      const arrived = google.arrival("values");
      const held = Promise.withResolvers<void>();
      google.failNext({ on: "values", holdUntil: held.promise, ...failure });
      const syncing = winnow.call("POST /api/sync-leads");
      await arrived;
      await winnow.ok("PATCH /api/data-sources/{id}", { id, body: { config: { spreadsheetId: "another-sheet" } } });
      held.resolve();
      await syncing;
      expect(await sourceOf(id)).toMatchObject({ lastSync: null, lastRun: null, failingSince: null });
    },
  );

  test("a sync whose lease expired, as when a laptop sleeps, says so and blames no source", async () => {
    const { sourceId } = await connectSheet(winnow, google, [HEADERS, ANN]);
    const { workspace } = winnow;
    const arrived = google.arrival("values");
    const held = Promise.withResolvers<void>();
    google.failNext({ on: "values", holdUntil: held.promise });
    const syncing = winnow.call("POST /api/sync-leads");
    await arrived;
    await workspace.store.leases.release(`sync:${sourceId}`, workspace.processId);
    const answer = await syncing;
    held.resolve();
    expect(answer.json<{ type: string }>().type).toBe("urn:winnow:problem:lease_lost");
    const { failingSince, lastRun } = (await sourceOf(sourceId)) ?? {};
    expect(failingSince).toBeNull();
    expect(lastRun?.outcome).toBe("interrupted");
    expect(lastRun?.message).toContain("was suspended");
  });

  test("a deleted source leaves its leads, and finds them when connected again", async () => {
    const { sourceId } = await connectSheet(winnow, google, [HEADERS, ANN, BO]);
    await sync(winnow);
    const before = await leads();
    await winnow.ok("DELETE /api/data-sources/{id}", { id: sourceId });
    expect((await leads()).size).toBe(2);
    await connectSheet(winnow, google, [HEADERS, ANN, BO]);
    expect(await sync(winnow)).toMatchObject({ created: 0 });
    expect([...(await leads()).values()].map(({ id }) => id)).toEqual([...before.values()].map(({ id }) => id));
  });
});

test("two processes on one PostgreSQL sync a source one at a time, and share the result", async () => {
  const databaseUrl = await migratedPostgres();
  const first = await freshWinnow("postgres", { google, databaseUrl });
  const second = await freshWinnow("postgres", { google, databaseUrl });
  await connectSheet(first, google, [HEADERS, ANN, BO]);
  const asked = google.count("values");
  const arrived = google.arrival("values");
  const held = Promise.withResolvers<void>();
  google.failNext({ on: "values", holdUntil: held.promise });
  const syncing = sync(first);
  await arrived;
  const added = vi.spyOn(second.workspace.jobs, "add");
  const joined = sync(second);
  await expect.poll(() => added.mock.settledResults[0]).toMatchObject({ value: { created: false } });
  held.resolve();
  expect(await syncing).toMatchObject({ created: 2 });
  expect(await joined).toEqual(await syncing);
  expect(google.count("values")).toBe(asked + 1);
  expect(await sync(second)).toMatchObject({ unchanged: 2 });
});
