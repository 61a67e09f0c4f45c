import { expect, onTestFinished, test, vi } from "vitest";
import { MINUTE } from "#shared/durations.ts";
import { addDeliveries } from "#server/features/webhooks/start-delivering.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { type GooglePeer, startGooglePeer } from "#test/peers/google/google-peer.ts";
import type { PeerServiceAccount } from "#test/peers/google/service-account.ts";
import { type EngineName, ENGINES, migratedPostgres, oneEngine } from "#test/stores.ts";

const ID = "1WinnowTestSpreadsheet00000000000000000000000";
const CELLS = [
  ["Name", "Email", "Notes"],
  ["Ann Lee", "ann@acme.example", "We have a budget"],
  ["Bo Berg", "bo@berg.example", ""],
];

interface Stage {
  winnow: TestWinnow;
  google: GooglePeer;
  account: PeerServiceAccount;
  sourceId: string;
  sync: () => Promise<unknown>;
  /** Writes what is due, after waiting for Google's quota. */
  send: () => Promise<void>;
  rows: () => unknown[][];
}

async function staged(engine: EngineName = "sqlite"): Promise<Stage> {
  let ahead = 0;
  const google = await startGooglePeer();
  const account = google.addServiceAccount();
  google.setSheet(ID, "Leads", CELLS);
  google.share(ID, account.email, "editor");
  const databaseUrl = engine === "postgres" ? await migratedPostgres() : undefined;
  const winnow = await openWinnow(engine, {
    clock: () => new Date(Date.now() + ahead),
    google,
    publicUrl: "https://winnow.example",
    ...(databaseUrl !== undefined && { databaseUrl }),
  });
  onTestFinished(async () => {
    await winnow.close();
    await google.close();
  });
  await winnow.ok("POST /api/rules", { body: { name: "Money", keywords: ["budget"], scoreWeight: 40 } });
  const stage = {
    winnow,
    google,
    account,
    sync: () => winnow.ok("POST /api/sync-leads"),
    async send() {
      ahead += MINUTE;
      await addDeliveries(winnow.workspace);
      await jobsEnded(winnow.workspace);
    },
    rows: () =>
      google
        .spreadsheet(ID)
        .tab("Leads")
        .rows()
        .map((row) => row.map((cell) => (typeof cell === "string" ? cell : cell.value))),
  };
  const { id: sourceId } = await addSource(stage);
  await stage.sync();
  return { ...stage, sourceId };
}

async function addSource({ winnow, account }: Pick<Stage, "winnow" | "account">, more: object = {}) {
  const config = { spreadsheetId: ID, authMethod: "service_account", serviceAccount: account.keyFile, ...more };
  return winnow.ok("POST /api/data-sources", { body: { name: "Spring fair", type: "google_sheets", config } });
}

async function writeBackOf({ winnow }: Stage) {
  const [writeBack] = await winnow.ok("GET /api/write-backs");
  if (writeBack === undefined) throw new Error("Nothing is written back.");
  return writeBack;
}

async function leadOf({ winnow }: Stage, name: string): Promise<string> {
  const leads = (await winnow.ok("GET /api/leads")) as { id: string; name: string }[];
  return leads.find((lead) => lead.name === name)?.id ?? "";
}

test.each(ENGINES)("%s: writes every row once it's turned on, then what changes", async (engine) => {
  const stage = await staged(engine);
  const { winnow, google, send, rows, sync, sourceId } = stage;
  await send();
  expect(google.count("batchUpdate")).toBe(0);
  await winnow.ok("POST /api/write-backs", { body: { sourceId } });
  await send();
  const [ann, bo] = [await leadOf(stage, "Ann Lee"), await leadOf(stage, "Bo Berg")];
  const link = (id: string): string => `https://winnow.example/leads/${id}`;
  expect(rows()).toEqual([
    [...(CELLS[0] ?? []), "Winnow score", "Winnow status", "Winnow owner", "Winnow reasons", "Winnow link"],
    [...(CELLS[1] ?? []), 40, "qualified", "", "Money +40", link(ann)],
    [...(CELLS[2] ?? []), 0, "pending", "", "", link(bo)],
  ]);
  expect(await writeBackOf(stage)).toMatchObject({ failingSince: null, waiting: 0 });

  await winnow.ok("PATCH /api/leads/{id}", { id: bo, body: { status: "rejected" } });
  google.spreadsheet(ID).edit("Leads", (cells) => cells.splice(1, 2, ...cells.slice(1).toReversed()));
  google.spreadsheet(ID).edit("Leads", (cells) => cells.push(["Cy Dent", "cy@dent.example", "A big budget"]));
  await sync();
  await send();
  expect(rows().map((row) => [row[1], row[3], row[4]])).toEqual([
    ["Email", "Winnow score", "Winnow status"],
    ["bo@berg.example", 0, "rejected"],
    ["ann@acme.example", 40, "qualified"],
    ["cy@dent.example", 40, "qualified"],
  ]);

  // What was written is no change for the next sync, and that sync none for the next write.
  const writes = google.count("write");
  expect(await sync()).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  await send();
  expect(google.count("write")).toBe(writes);
  const deleted = await winnow.call("DELETE /api/leads/{id}", { id: bo });
  await send();
  expect(rows()[1]?.slice(1)).toEqual(["bo@berg.example", "", "", "", "", "", ""]);
  await winnow.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
  await send();
  expect(rows()[1]?.slice(3, 5)).toEqual([0, "rejected"]);
  await winnow.ok("DELETE /api/people/{email}", { params: { email: "ann@acme.example" } });
  await send();
  expect(rows()[2]?.slice(1)).toEqual(["ann@acme.example", "We have a budget", "", "", "", "", ""]);
});

test("writes columns that are chosen just as the first write begins", async () => {
  const stage = await staged();
  const { winnow, send, rows, sourceId } = stage;
  const { id } = await winnow.ok("POST /api/write-backs", { body: { sourceId, columns: ["score"] } });
  const { webhookDeliveries } = winnow.workspace.store;
  const addDelivery = webhookDeliveries.add.bind(webhookDeliveries);
  vi.spyOn(webhookDeliveries, "add").mockImplementationOnce(async (...given) => {
    await winnow.ok("PATCH /api/write-backs/{id}", { id, body: { columns: ["score", "status"] } });
    return addDelivery(...given);
  });
  await send();
  expect(rows()[1]?.slice(3)).toEqual([40, "qualified"]);
});

test("a merged lead's row shows the other lead, until the merge is undone", async () => {
  const stage = await staged();
  const { winnow, send, rows, sourceId } = stage;
  await winnow.ok("POST /api/write-backs", { body: { sourceId, columns: ["score"] } });
  await send();
  const [ann, bo] = [await leadOf(stage, "Ann Lee"), await leadOf(stage, "Bo Berg")];
  const { actId } = await winnow.ok("POST /api/leads/{id}/merge", { id: ann, body: { otherId: bo, take: {} } });
  await send();
  expect([rows()[1]?.[3], rows()[2]?.[3]]).toEqual([40, 40]);
  await winnow.ok("POST /api/journal/{id}/undo", { id: actId });
  await send();
  expect([rows()[1]?.[3], rows()[2]?.[3]]).toEqual([40, 0]);
});

test.each(oneEngine("sqlite"))(
  "isn't sent leads of other sources, or changes that the sheet doesn't show, on %s",
  async (engine) => {
    const stage = await staged(engine);
    const { winnow, send, sourceId } = stage;
    const { id } = await winnow.ok("POST /api/write-backs", { body: { sourceId } });
    await send();
    const lead = await winnow.ok("POST /api/leads", { body: { name: "Di Cole", email: "di@cole.example" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: lead.id, body: { status: "approved" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: await leadOf(stage, "Bo Berg"), body: { company: "Berg" } });
    const log = await winnow.ok("GET /api/webhook-endpoints/{id}/deliveries", { id });
    expect(log.map(({ type, state, answer }) => [type, state, answer])).toEqual([
      ["sheet.filled", "delivered", "2 rows checked, 7 cells written."],
    ]);
  },
);

test("a sheet shared for reading only fails with the fix, then in the bell, and recovers", async () => {
  const stage = await staged();
  const { winnow, google, account, send, sourceId, sync } = stage;
  google.spreadsheet(ID).editors.clear();
  const { id } = await winnow.ok("POST /api/write-backs", { body: { sourceId } });
  for (let minutes = 0; minutes < 70; minutes++) await send();
  const fix = `Winnow isn't allowed to write to this sheet. Share the sheet with ${account.email} as Editor.`;
  expect(await writeBackOf(stage)).toMatchObject({ lastError: fix, waiting: 1 });
  const { items } = await winnow.ok("GET /api/notifications");
  expect(items).toContainEqual(
    expect.objectContaining({ kind: "crm_failing", description: fix, href: `/integrations?edit=${id}` }),
  );
  expect(await sync()).toMatchObject({ unchanged: 2 });

  google.share(ID, account.email, "editor");
  await winnow.ok("PATCH /api/write-backs/{id}", { id, body: { isActive: true } });
  await send();
  expect(await writeBackOf(stage)).toMatchObject({ failingSince: null, lastError: "", waiting: 0 });
});

test("a paused write-back catches up when it's resumed, and by an undo of the pause", async () => {
  const stage = await staged();
  const { winnow, send, rows, sourceId } = stage;
  const { id } = await winnow.ok("POST /api/write-backs", { body: { sourceId, columns: ["status"] } });
  await send();
  const paused = await winnow.call("PATCH /api/write-backs/{id}", { id, body: { isActive: false } });
  await winnow.ok("PATCH /api/leads/{id}", { id: await leadOf(stage, "Bo Berg"), body: { status: "approved" } });
  await send();
  expect(rows()[2]?.[3]).toBe("pending");
  await winnow.ok("POST /api/journal/{id}/undo", { id: String(paused.headers["x-act-id"]) });
  await send();
  expect(rows()[2]?.[3]).toBe("approved");
});

test("refuses a second write-back to one tab, also by an edit or an undo", async () => {
  const stage = await staged();
  const { winnow, sourceId } = stage;
  const same = await addSource(stage, { range: "A1:C2" });
  const other = await addSource(stage, { range: "Other!A1:C" });
  const create = (of: string) => winnow.call("POST /api/write-backs", { body: { sourceId: of } });
  const edit = (range: string) =>
    winnow.call("PATCH /api/data-sources/{id}", { id: other.id, body: { config: { range } } });
  expect((await create(sourceId)).statusCode).toBe(201);
  const refused = await create(same.id);
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining("sheet_taken")]);

  expect((await create(other.id)).statusCode).toBe(201);
  expect((await edit("A:C")).statusCode).toBe(409);

  const first = await writeBackOf(stage);
  const off = await winnow.call("DELETE /api/write-backs/{id}", { id: first.id });
  expect((await edit("A:C")).statusCode).toBe(200);
  const undo = await winnow.call("POST /api/journal/{id}/undo", { id: String(off.headers["x-act-id"]) });
  expect([undo.statusCode, undo.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining("Another source already writes to this tab."),
  ]);
});

test("of two names of one tab, only the older write-back writes", async () => {
  const stage = await staged();
  const { winnow, send, sourceId } = stage;
  const byName = await addSource(stage, { range: "Leads!A1:C" });
  await winnow.ok("POST /api/write-backs", { body: { sourceId } });
  await winnow.ok("POST /api/write-backs", { body: { sourceId: byName.id } });
  await send();
  await send();
  const [older, newer] = await winnow.ok("GET /api/write-backs");
  expect(older).toMatchObject({ lastError: "" });
  expect(newer?.lastError).toContain("already writes to this tab");
});

test("ends with its source, and is back with it", async () => {
  const stage = await staged();
  const { winnow, sourceId } = stage;
  await winnow.ok("POST /api/write-backs", { body: { sourceId } });
  const deleted = await winnow.call("DELETE /api/data-sources/{id}", { id: sourceId });
  expect(await winnow.ok("GET /api/write-backs")).toEqual([]);
  await winnow.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
  expect(await writeBackOf(stage)).toMatchObject({ sourceId, isActive: true });
});

test("refuses a source that can only be read", async () => {
  const { winnow } = await staged();
  const { id } = await winnow.ok("POST /api/data-sources", {
    body: { name: "Public", type: "google_sheets", config: { spreadsheetId: ID, authMethod: "api_key", apiKey: "k" } },
  });
  const answer = await winnow.call("POST /api/write-backs", { body: { sourceId: id } });
  expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining("service account")]);
});

test("writes thousands of new scores in few requests", async () => {
  const stage = await staged();
  const { winnow, google, send, sourceId, sync, rows } = stage;
  // More than are written at once.
  const many = Array.from({ length: 2_100 }, (_, at) => [`Person ${at}`, `p${at}@firm.example`, "A big budget"]);
  google.setSheet(ID, "Leads", [CELLS[0] ?? [], ...many]);
  await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
  await sync();
  await winnow.ok("POST /api/write-backs", { body: { sourceId, columns: ["score"] } });
  await send();
  expect(rows()[2_100]?.[3]).toBe(40);
  const [rule] = await winnow.ok("GET /api/rules");
  await winnow.ok("PATCH /api/rules/{id}", { id: rule?.id ?? "", body: { scoreWeight: 50 } });
  await jobsEnded(winnow.workspace);
  const requests = google.requests.length;
  for (let minutes = 0; minutes < 3; minutes++) await send();
  expect(rows()[2_100]?.[3]).toBe(50);
  expect(google.requests.length - requests).toBeLessThan(10);
});
