import { describe, expect, onTestFinished, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { forgetOldUndo } from "#server/features/journal/forget-old-undo.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";
import { jobsEnded } from "#test/jobs.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { oneEngine } from "#test/stores.ts";

const SECRET = "a-secret-that-nobody-reads";

async function actOf(answer: Promise<{ headers: Record<string, unknown>; statusCode: number }>): Promise<string> {
  const { headers, statusCode } = await answer;
  expect(statusCode).toBeLessThan(300);
  return String(headers["x-act-id"]);
}

const undo = (winnow: TestWinnow, id: string) => winnow.call("POST /api/journal/{id}/undo", { id });
const acts = async (winnow: TestWinnow) => (await winnow.ok("GET /api/journal")).acts;

describe.each(oneEngine("sqlite"))("the journal on %s", (engine) => {
  test("lists who did what when, newest first, page by page, and whether it can be undone", async () => {
    const winnow = await freshWinnow(engine);
    expect(await winnow.ok("GET /api/journal")).toEqual({ acts: [], nextCursor: null });
    const rule = { name: "Interest", keywords: ["demo"], scoreWeight: 20 };
    const { id } = await winnow.ok("POST /api/rules", { body: rule });
    await winnow.ok("PATCH /api/rules/{id}", { id, body: { isActive: false } });
    await winnow.ok("PATCH /api/rules/{id}", { id, body: { isActive: false } });
    await winnow.ok("PATCH /api/rules/{id}", { id, body: { scoreWeight: 30, note: "why" } });
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 40 } });
    await winnow.ok("PUT /api/settings", { body: { retentionDays: null, autoSync: false } });
    const titles = [
      ["2 settings changed", "Auto-sync turned off, Data retention 90 → off"],
      ["Threshold 30 → 40", ""],
      ["Rule “Interest” changed", "Weight 20 → 30, Note"],
      ["Rule “Interest” turned off", ""],
      ["Rule “Interest” added", ""],
    ];
    const all = await acts(winnow);
    expect(all.map(({ title, description }) => [title, description])).toEqual(titles);
    expect(all.every(({ by, undoable, undoneAt }) => by === "You" && undoable && undoneAt === null)).toBe(true);
    const first = await winnow.ok("GET /api/journal", { query: { limit: 3 } });
    const rest = await winnow.ok("GET /api/journal", { query: { limit: 3, cursor: first.nextCursor ?? "" } });
    expect([...first.acts, ...rest.acts]).toEqual(all);
    expect(rest.nextCursor).toBeNull();
  });

  test("lets only owners undo what only owners change", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
    const { path: old } = await winnow.ok("GET /api/form-hook");
    const replaced = await actOf(winnow.call("POST /api/form-hook/regenerate"));
    const body = { name: "Sheet", type: "google_sheets", config: { spreadsheetId: "s" } };
    const source = await actOf(winnow.call("POST /api/data-sources", { body }));
    const settings = await actOf(winnow.call("PUT /api/settings", { body: { retentionDays: 400 } }));
    const threshold = await actOf(winnow.call("PUT /api/settings", { body: { qualificationThreshold: 40 } }));
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const rules = { inclusionKeywords: ["pilot"], exclusionKeywords: [], minimumConfidence: 50 };
    const ofBob = await actOf(bob.call("PUT /api/gmail/rules", { body: rules }));
    const offered = (of: { id: string; undoable: boolean }[]) =>
      of.filter(({ undoable }) => undoable).map(({ id }) => id);
    expect(offered((await bob.ok("GET /api/journal")).acts)).toEqual([ofBob, threshold]);
    expect(offered(await acts(winnow))).toEqual([ofBob, threshold, settings, source, replaced]);
    for (const id of [replaced, source, settings]) {
      const refused = await bob.call("POST /api/journal/{id}/undo", { id });
      expect([refused.statusCode, refused.json<{ type: string }>().type]).toEqual([
        403,
        "urn:winnow:problem:not_allowed",
      ]);
    }
    const { path: current } = await winnow.ok("GET /api/form-hook");
    expect(current).not.toBe(old);
    for (const id of [ofBob, threshold])
      expect((await bob.call("POST /api/journal/{id}/undo", { id })).statusCode).toBe(200);
    expect((await undo(winnow, settings)).statusCode).toBe(200);
  });

  test("refuses to undo twice, something unknown, or something a newer action blocks", async () => {
    const winnow = await freshWinnow(engine);
    const first = await actOf(winnow.call("PUT /api/settings", { body: { qualificationThreshold: 40 } }));
    const second = await actOf(winnow.call("PUT /api/settings", { body: { qualificationThreshold: 50 } }));
    const refused = await undo(winnow, first);
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      "The setting “Threshold” has since been changed again.",
    ]);
    expect((await winnow.ok("GET /api/settings")).qualificationThreshold).toBe(50);
    expect((await undo(winnow, second)).json()).toEqual({
      restored: "Threshold 40 → 50",
      leadId: null,
      kept: 0,
      goesOn: false,
    });
    expect((await undo(winnow, second)).statusCode).toBe(409);
    expect((await undo(winnow, first)).statusCode).toBe(200);
    expect((await winnow.ok("GET /api/settings")).qualificationThreshold).toBe(30);
    expect((await undo(winnow, "987654321")).statusCode).toBe(404);
    const [, , newer, older] = await acts(winnow);
    expect([newer?.undoable, older?.undoable]).toEqual([false, false]);
    expect(newer?.undoneAt).not.toBeNull();
  });

  test("restores a deleted data source with its secret and what it has read, without duplicates", async () => {
    const google = await startGooglePeer();
    onTestFinished(() => google.close());
    const winnow = await freshWinnow(engine, { google });
    const { sourceId: id } = await connectSheet(winnow, google, [
      ["Name", "Email"],
      ["Ann", "ann@x.example"],
      ["Bo", "bo@x.example"],
    ]);
    expect(await sync(winnow)).toMatchObject({ created: 2 });
    const off = await actOf(winnow.call("PATCH /api/data-sources/{id}", { id, body: { isActive: false } }));
    const on = await actOf(winnow.call("PATCH /api/data-sources/{id}", { id, body: { isActive: true } }));
    const before = await winnow.ok("GET /api/data-sources");
    const act = await actOf(winnow.call("DELETE /api/data-sources/{id}", { id }));
    expect(await winnow.ok("GET /api/data-sources")).toEqual([]);
    for (const older of [off, on]) {
      const refused = await undo(winnow, older);
      expect(refused.statusCode).toBe(409);
      expect(refused.json<{ detail: string }>().detail).toBe("The data source has since been deleted.");
    }
    expect((await undo(winnow, act)).statusCode).toBe(200);
    expect(await winnow.ok("GET /api/data-sources")).toEqual(before);
    expect(await sync(winnow)).toMatchObject({ processed: 2, unchanged: 2 });
  });

  test("never reveals a secret", async () => {
    const winnow = await freshWinnow(engine);
    const config = { spreadsheetId: "1Unknown0000000000000", authMethod: "api_key", apiKey: SECRET };
    const { id } = await winnow.ok("POST /api/data-sources", { body: { name: "Fair", type: "google_sheets", config } });
    await winnow.ok("DELETE /api/data-sources/{id}", { id });
    const { path } = await winnow.ok("GET /api/form-hook");
    const act = await actOf(winnow.call("POST /api/form-hook/regenerate"));
    const answer = (await winnow.call("GET /api/journal")).body;
    expect(answer).not.toContain(SECRET);
    expect(answer).not.toContain(path.split("/").at(-1));
    expect((await undo(winnow, act)).statusCode).toBe(200);
    expect((await winnow.ok("GET /api/form-hook")).path).toBe(path);
  });

  test("undoes a whole import and reports when done", async () => {
    const winnow = await freshWinnow(engine);
    const file = await uploadFile(winnow, "leads.csv", "Name,Email\nAnn,ann@x.example\nBo,bo@x.example\n");
    const act = await actOf(winnow.call("POST /api/imports/{id}/start", { id: file.id }));
    await jobsEnded(winnow.workspace);
    expect((await acts(winnow))[0]).toMatchObject({ id: act, title: "leads.csv imported", undoable: true });
    expect((await undo(winnow, act)).json()).toMatchObject({ restored: "leads.csv imported", goesOn: true });
    await jobsEnded(winnow.workspace);
    expect((await winnow.call("GET /api/leads")).json()).toEqual([]);
    const [undone, imported] = await acts(winnow);
    expect(undone).toMatchObject({ title: "Undone: leads.csv imported", description: "2 removed, 0 restored" });
    expect(imported).toMatchObject({ undoable: false, undoneAt: undone?.at });
  });

  test("deletes undo data once it is too old, and then says it can't be undone", async () => {
    let now = new Date("2026-03-01T09:00:00.000Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    const config = { spreadsheetId: "1Unknown0000000000000", authMethod: "api_key", apiKey: SECRET };
    const { id } = await winnow.ok("POST /api/data-sources", { body: { name: "Fair", type: "google_sheets", config } });
    const act = await actOf(winnow.call("DELETE /api/data-sources/{id}", { id }));
    now = new Date(now.getTime() + (LIMITS.journal.undoDays - 1) * 86_400_000);
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 40 } });
    await forgetOldUndo(winnow.workspace);
    expect((await acts(winnow)).map(({ undoable }) => undoable)).toEqual([true, true, true]);
    now = new Date(now.getTime() + 2 * 86_400_000);
    await forgetOldUndo(winnow.workspace);
    expect((await acts(winnow)).map(({ undoable }) => undoable)).toEqual([true, false, false]);
    const refused = await undo(winnow, act);
    expect([refused.statusCode, refused.json<{ type: string }>().type]).toEqual([
      409,
      "urn:winnow:problem:not_undoable",
    ]);
  });
});
