import { describe, expect, onTestFinished, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import { DAY } from "#shared/durations.ts";
import { upcomingRemoval, removeOldLeads } from "#server/features/leads/remove-old-leads.ts";
import { freshWinnow } from "#test/harness.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { rescored } from "#test/jobs.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { addLeads, oneEngine, type EngineName } from "#test/stores.ts";

const START = Date.parse("2026-05-01T08:00:00.000Z");

/** Winnow on a clock that the test sets, whose daily check runs on request. */
async function winnowThrough(engine: EngineName) {
  let now = START;
  const google = await startGooglePeer();
  onTestFinished(() => google.close());
  const winnow = await freshWinnow(engine, { clock: () => new Date(now), google });
  const { workspace } = winnow;
  return {
    winnow,
    google,
    workspace,
    /** Moves to this day after the start, checking each day in between. */
    goTo: async (day: number): Promise<void> => {
      while (now < START + day * DAY) {
        now = Math.min(START + day * DAY, now + DAY);
        await removeOldLeads(workspace);
      }
    },
    /** Moves there while the server is off, which checks when it is back. */
    sleepUntil: async (day: number): Promise<void> => {
      now = START + day * DAY;
      await removeOldLeads(workspace);
    },
    addLead: async (name: string, more: object = {}) => {
      const email = `${name.toLowerCase()}@x.example`;
      return (await winnow.ok("POST /api/leads", { body: { name, email, ...more } })).id;
    },
    names: async () => ((await winnow.ok("GET /api/leads")) as { name: string }[]).map(({ name }) => name).toSorted(),
    set: (body: object) => winnow.ok("PUT /api/settings", { body }),
    on: (day: number) => new Date(START + day * DAY).toISOString(),
  };
}

describe.each(oneEngine("sqlite"))("retention on %s", (engine) => {
  test("removes inactive leads after the set days and a week of notice, never approved ones", async () => {
    const { winnow, workspace, goTo, addLead, names, on } = await winnowThrough(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    const ids = new Map<string, string>();
    for (const name of ["Idle", "Approved", "Edited", "Rejected"]) ids.set(name, await addLead(name));
    await addLead("Scored", { notes: "a demo" });
    const patch = (name: string, body: object) => winnow.ok("PATCH /api/leads/{id}", { id: ids.get(name) ?? "", body });
    await patch("Approved", { status: "approved" });
    await patch("Rejected", { status: "rejected" });

    await goTo(40);
    await patch("Edited", { company: "Acme" });
    // More points for a lead that stays qualified don't count as activity.
    await winnow.ok("POST /api/rules", { body: { name: "More", keywords: ["demo"], scoreWeight: 5 } });
    await rescored(workspace);
    await goTo(82);
    expect(await upcomingRemoval(workspace)).toBeNull();
    await goTo(84);
    expect(await upcomingRemoval(workspace)).toEqual({ count: 3, exact: true, on: on(91) });
    await goTo(90);
    expect(await names()).toHaveLength(5);
    await goTo(91);
    expect(await names()).toEqual(["Approved", "Edited"]);
    expect(await upcomingRemoval(workspace)).toBeNull();
    await goTo(131);
    expect(await names()).toEqual(["Approved"]);

    const activity = await winnow.ok("GET /api/dashboard/activity");
    expect(activity.slice(0, 2).map(({ title, description }) => [title, description])).toEqual([
      ["1 old lead removed", "No activity for 90 days"],
      ["3 old leads removed", "No activity for 90 days"],
    ]);
    expect(JSON.stringify(activity)).not.toContain("Idle");
    expect(await winnow.ok("GET /api/dashboard/stats")).toMatchObject({ totalLeads: 1 });
  });

  test("announces again when the period is shortened, and withdraws the notice when switched off", async () => {
    const { workspace, goTo, addLead, names, set, on } = await winnowThrough(engine);
    await addLead("Idle");
    await goTo(50);
    expect(await upcomingRemoval(workspace)).toBeNull();
    await set({ retentionDays: 30 });
    await removeOldLeads(workspace);
    expect(await upcomingRemoval(workspace)).toEqual({ count: 1, exact: true, on: on(57) });
    await goTo(56);
    expect(await names()).toEqual(["Idle"]);
    await set({ retentionDays: null });
    expect(await upcomingRemoval(workspace)).toBeNull();
    await goTo(400);
    expect(await names()).toEqual(["Idle"]);
    await set({ retentionDays: 30 });
    await goTo(406);
    expect(await names()).toEqual(["Idle"]);
    await goTo(408);
    expect(await names()).toEqual([]);
  });

  test("removes nothing unannounced at the first check after a long time off", async () => {
    const { workspace, sleepUntil, goTo, addLead, names, on } = await winnowThrough(engine);
    await addLead("Idle");
    await sleepUntil(0);
    await sleepUntil(200);
    expect(await names()).toEqual(["Idle"]);
    expect(await upcomingRemoval(workspace)).toEqual({ count: 1, exact: true, on: on(207) });
    await goTo(206);
    expect(await names()).toEqual(["Idle"]);
    await goTo(207);
    expect(await names()).toEqual([]);
  });

  test("deletes people for good: neither undo nor their sheet brings them back", async () => {
    const { winnow, google, goTo, names } = await winnowThrough(engine);
    await connectSheet(winnow, google, [
      ["Name", "Email", "Phone"],
      ["Ann Lee", "ann@acme.example", "+442079460001"],
    ]);
    await sync(winnow);
    const [lead] = (await winnow.ok("GET /api/leads")) as Lead[];
    const id = lead?.id ?? "";
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { company: "Acme" } });
    const [act] = await winnow.workspace.store.journal.ofLead(id, 1);
    await goTo(91);
    expect(await names()).toEqual([]);
    expect((await winnow.call("POST /api/journal/{id}/undo", { id: act?.id ?? "" })).statusCode).toBe(404);
    expect(await sync(winnow)).toMatchObject({ created: 0, unchanged: 0, skipped: 1 });
    expect(await names()).toEqual([]);
  });

  test("keeps both leads of a merge that was undone", async () => {
    const { winnow, goTo, addLead, names } = await winnowThrough(engine);
    const [id, otherId] = [await addLead("Ann"), await addLead("Anna")];
    await goTo(87);
    const { actId } = await winnow.ok("POST /api/leads/{id}/merge", { id, body: { otherId } });
    await goTo(95);
    await winnow.ok("POST /api/journal/{id}/undo", { id: actId });
    await goTo(100);
    expect(await names()).toEqual(["Ann", "Anna"]);
  });

  test("logs one line for many removals, and stops between two chunks when switched off", async () => {
    const { winnow, workspace, goTo, set } = await winnowThrough(engine);
    const { store } = workspace;
    const count = 450;
    const untouched = { updatedAt: new Date(START).toISOString() };
    await addLeads(
      store,
      Array.from({ length: count }, () => untouched),
    );
    await goTo(90);
    const removePage = store.oldLeads.removePage.bind(store.oldLeads);
    let pages = 0;
    store.oldLeads.removePage = async (...asked) => {
      const page = await removePage(...asked);
      pages += 1;
      if (pages === 1) await set({ retentionDays: null });
      return page;
    };
    await goTo(91);
    expect(await winnow.ok("GET /api/dashboard/stats")).toMatchObject({ totalLeads: count - 100 });
    store.oldLeads.removePage = removePage;
    await set({ retentionDays: DEFAULT_SETTINGS.retentionDays });
    await goTo(99);
    expect(await winnow.ok("GET /api/dashboard/stats")).toMatchObject({ totalLeads: 0 });
    const activity = await winnow.ok("GET /api/dashboard/activity");
    expect(activity.map(({ title }) => title)).toEqual([
      "350 old leads removed",
      "Data retention off → 90",
      "Data retention 90 → off",
      "100 old leads removed",
    ]);
  });
});
