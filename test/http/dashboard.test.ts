import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { rescored } from "#test/jobs.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { oneEngine } from "#test/stores.ts";

const RUNS = 12;

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

/** Something people do; the numbers choose the lead, rule or action. */
const deed = fc.record({
  kind: fc.constantFrom("add", "status", "edit", "delete", "undo", "rule", "no rule", "threshold", "sync"),
  which: fc.nat(1_000),
});

describe.each(oneEngine("sqlite"))("the dashboard on %s", (engine) => {
  test("counts what there is after any sequence of actions", async () => {
    const winnow = await freshWinnow(engine, { google });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo", "urgent"], scoreWeight: 40 } });
    const sheet = await connectSheet(winnow, google, sampleLeads(20));
    const acts: string[] = [];
    let added = 0;

    const perform = async ({ kind, which }: { kind: string; which: number }): Promise<void> => {
      const leads = await winnow.ok("GET /api/leads");
      const id = leads[which % Math.max(leads.length, 1)]?.id ?? "0";
      const status = LEAD_STATUSES[which % 4] ?? "pending";
      const rules = await winnow.ok("GET /api/rules");
      const remember = (answer: { headers: object }): void => {
        if ("x-act-id" in answer.headers) acts.push(String(answer.headers["x-act-id"]));
      };
      switch (kind) {
        case "add":
          added += 1;
          await winnow.ok("POST /api/leads", {
            body: { name: "Ann", email: `ann${added}@acme.example`, notes: "demo", ...(which % 2 === 0 && { status }) },
          });
          break;
        case "status":
          remember(await winnow.call("PATCH /api/leads/{id}", { id, body: { status } }));
          break;
        case "edit":
          remember(
            await winnow.call("PATCH /api/leads/{id}", { id, body: { notes: which % 2 === 0 ? "urgent" : "later" } }),
          );
          break;
        case "delete":
          remember(await winnow.call("DELETE /api/leads/{id}", { id }));
          break;
        case "undo":
          await winnow.call("POST /api/journal/{id}/undo", { id: acts[which % Math.max(acts.length, 1)] ?? "0" });
          break;
        case "rule":
          await winnow.ok("POST /api/rules", {
            body: {
              name: "More",
              keywords: [["demo", "newsletter", "budget"][which % 3] ?? ""],
              scoreWeight: 1 + (which % 40),
              isActive: which % 4 !== 0,
            },
          });
          break;
        case "no rule":
          await winnow.call("DELETE /api/rules/{id}", { id: rules[which % Math.max(rules.length, 1)]?.id ?? "0" });
          break;
        case "threshold":
          await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: which % 101 } });
          break;
        case "sync":
          sheet.write(sampleLeads(20 + (which % 40)));
          await sync(winnow);
          break;
      }
    };

    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 10 }), async (deeds) => {
        for (const one of deeds) await perform(one);
        await rescored(winnow.workspace);
        expect(await shownFigures(winnow)).toEqual(await countedFigures(winnow));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  test("compares this month with the same span of the last", async () => {
    let now = new Date("2026-10-10T09:30:00Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    let added = 0;
    const add = async (count: number, qualified: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        added += 1;
        const status = index < qualified ? "qualified" : "pending";
        await winnow.ok("POST /api/leads", { body: { name: "Ann", email: `ann${added}@acme.example`, status } });
      }
    };
    await add(4, 2);
    expect((await winnow.ok("GET /api/dashboard/stats")).trends).toEqual({
      totalLeads: null,
      qualifiedLeads: null,
      conversionRate: null,
    });
    now = new Date("2026-10-25T09:30:00Z");
    await add(3, 3);
    now = new Date("2026-11-05T09:30:00Z");
    await add(5, 1);
    now = new Date("2026-11-20T09:30:00Z");
    await winnow.ok("PUT /api/settings", { body: { autoSync: true } });
    await add(0, 0);
    const { trends, totalLeads, qualifiedLeads, conversionRate } = await winnow.ok("GET /api/dashboard/stats");
    expect([totalLeads, qualifiedLeads, conversionRate]).toEqual([12, 6, 50]);
    expect(trends).toEqual({
      totalLeads: { direction: "up", percentage: 25 },
      qualifiedLeads: { direction: "down", percentage: -50 },
      conversionRate: { direction: "down", percentage: -30 },
    });
  });

  test("lists activity newest first, page by page", async () => {
    const winnow = await freshWinnow(engine, { google });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    await connectSheet(winnow, google, sampleLeads(4), "Fair");
    await sync(winnow);
    for (const { id } of await winnow.ok("GET /api/leads")) {
      await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } });
    }
    const all = await winnow.ok("GET /api/dashboard/activity");
    expect(all.map(({ type, title }) => [type, title]).toReversed()).toEqual([
      ["other", "Rule “Intent” added"],
      ["other", "Data source “Fair” added"],
      ["qualified_lead", "Ann Okafor qualified"],
      ["sync_completed", "Fair synced"],
      ...["Dolores", "Chidi", "Boris", "Ann"].map((name) => ["qualified_lead", `${name} Okafor approved`]),
    ]);
    const paged: unknown[] = [];
    let query: Record<string, string> | null = { limit: "2" };
    while (query !== null) {
      const answer = await winnow.call("GET /api/dashboard/activity", { query });
      paged.push(...answer.json<unknown[]>());
      const [, next] = /<[^?]+\?([^>]+)>/u.exec(String(answer.headers["link"] ?? "")) ?? [];
      query = next === undefined ? null : Object.fromEntries(new URLSearchParams(next));
    }
    expect(paged).toEqual(all);
  });

  test("shows the actual state of auto-sync", async () => {
    const now = new Date("2026-11-20T09:30:00Z");
    const winnow = await freshWinnow(engine, { google, clock: () => now });
    const autoSync = async () => (await winnow.ok("GET /api/dashboard/status")).autoSync;
    expect(await autoSync()).toMatchObject({ state: "not_configured", next: null });
    expect((await winnow.ok("GET /api/dashboard/status")).googleSheets.state).toBe("not_connected");
    const { sourceId } = await connectSheet(winnow, google, sampleLeads(1));
    expect((await winnow.ok("GET /api/dashboard/status")).googleSheets.state).toBe("not_connected");
    await sync(winnow);
    expect((await winnow.ok("GET /api/dashboard/status")).googleSheets).toMatchObject({
      state: "connected",
      since: now.toISOString(),
    });
    await winnow.ok("PUT /api/settings", { body: { syncIntervalMinutes: 240 } });
    expect(await autoSync()).toMatchObject({ state: "scheduled", next: "2026-11-20T13:30:00.000Z" });
    await winnow.ok("PUT /api/settings", { body: { autoSync: false } });
    expect(await autoSync()).toMatchObject({ state: "paused", next: null });
    await winnow.ok("PUT /api/settings", { body: { autoSync: true } });
    await winnow.ok("PATCH /api/data-sources/{id}", { id: sourceId, body: { isActive: false } });
    expect(await autoSync()).toMatchObject({ state: "paused", next: null });
    expect((await winnow.ok("GET /api/dashboard/status")).googleSheets.state).toBe("paused");
  });
});

/** What the dashboard and the list's headers show. */
async function shownFigures(winnow: TestWinnow): Promise<object> {
  const { trends: _, ...stats } = await winnow.ok("GET /api/dashboard/stats");
  const byStatus = await Promise.all(
    LEAD_STATUSES.map(async (status) => {
      const { headers } = await winnow.call("GET /api/leads", { query: { status, limit: 1 } });
      return [status, headers["x-total-count"]];
    }),
  );
  return { stats, pipeline: await winnow.ok("GET /api/dashboard/pipeline"), byStatus };
}

/** The same, counted from the whole list. */
async function countedFigures(winnow: TestWinnow): Promise<object> {
  const leads = await winnow.ok("GET /api/leads");
  const count = (...statuses: string[]): number => leads.filter(({ status }) => statuses.includes(status)).length;
  const qualified = count("qualified", "approved");
  const rules = await winnow.ok("GET /api/rules");
  return {
    stats: {
      totalLeads: leads.length,
      qualifiedLeads: qualified,
      conversionRate: leads.length === 0 ? 0 : Math.round((1_000 * qualified) / leads.length) / 10,
      activeRules: rules.filter(({ isActive }) => isActive).length,
    },
    pipeline: { incoming: count("pending"), processing: 0, qualified, rejected: count("rejected") },
    byStatus: LEAD_STATUSES.map((status) => [status, String(count(status))]),
  };
}
