import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { oneEngine } from "#test/stores.ts";

const newAddress = (): string => `${randomUUID()}@acme.example`;

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

describe.each(oneEngine("sqlite"))("the origin of values on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["robots"], scoreWeight: 40 } });
  });
  afterAll(() => winnow.close());

  const read = (id: string) => winnow.ok("GET /api/leads/{id}", { id });
  const provenance = (id: string) => winnow.ok("GET /api/leads/{id}/provenance", { id });
  const pick = (id: string, field: string, value: string) =>
    winnow.call("POST /api/leads/{id}/provenance", { id, body: { field, value } });
  const add = (body: object) =>
    winnow.ok("POST /api/leads", { body: { name: "Ann Lee", email: newAddress(), ...body } });

  async function importRows(text: string): Promise<string> {
    const { id } = await uploadFile(winnow, "Trade fair.csv", text);
    await winnow.ok("POST /api/imports/{id}/start", { id });
    await jobsEnded(winnow.workspace);
    return id;
  }

  /** A lead with one company from a sheet and another from a file. */
  async function reportedTwice(): Promise<{ id: string; importId: string; email: string }> {
    const email = newAddress();
    await connectSheet(winnow, google, [
      ["Name", "Email", "Company"],
      ["Ann Lee", email, "Acme"],
    ]);
    await sync(winnow);
    const importId = await importRows(`Name,Email,Company\nAnn Lee,${email},Acme Robots\n`);
    const [lead] = await winnow.ok("GET /api/leads", { query: { search: email } });
    return { id: lead?.id ?? "", importId, email };
  }

  test("each field names its source, and the other values name theirs", async () => {
    const { id, importId, email } = await reportedTwice();
    const { company, name, notes, email: address } = await provenance(id);
    expect(company).toMatchObject({
      value: "Acme",
      origin: { source: "google_sheets", sourceName: "Spring fair", locator: "Sheet1, row 2", method: "column" },
      others: [
        {
          value: "Acme Robots",
          origin: { sourceName: "Trade fair.csv", column: "Company", place: { kind: "import", target: importId } },
          factName: "Company (Trade fair.csv)",
        },
      ],
    });
    expect(company.origin?.place?.target).toContain("https://docs.google.com/spreadsheets/d/");
    expect([address.value, name.others, notes]).toEqual([email, [], { value: "", origin: null, others: [] }]);
  });

  test("rows of two sheets with the same key are distinguished", async () => {
    const email = newAddress();
    await connectSheet(winnow, google, [
      ["Name", "Email", "Company"],
      ["Ann Lee", email, "Acme"],
    ]);
    await connectSheet(winnow, google, [
      ["Name", "Email", "Firm"],
      ["Ann Lee", email, "Globex"],
    ]);
    await sync(winnow);
    const [lead] = await winnow.ok("GET /api/leads", { query: { search: email } });
    const { company } = await provenance(lead?.id ?? "");
    expect([company.origin?.column, company.others[0]?.origin?.column]).toEqual(["Company", "Firm"]);
  });

  test("picking a value is an edit with its origin: it rescores the lead and can be undone", async () => {
    const { id } = await reportedTwice();
    const before = await read(id);
    const seen = await provenance(id);
    const answer = await pick(id, "company", "Acme Robots");
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { company: "Acme Robots", score: 40 }]);
    expect((await provenance(id)).company).toMatchObject({
      origin: { sourceName: "Trade fair.csv" },
      others: [{ value: "Acme", origin: { sourceName: "Spring fair" } }],
    });
    expect((await read(id)).timeline[0]).toMatchObject({ kind: "edited", description: "Company" });
    const undone = await winnow.call("POST /api/journal/{id}/undo", { id: String(answer.headers["x-act-id"]) });
    expect(undone.statusCode).toBe(200);
    const after = await read(id);
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt, timeline: after.timeline });
    expect(await provenance(id)).toEqual(seen);
  });

  test("a value that a person replaced is listed and can be picked again", async () => {
    const { id } = await add({ company: "Acme" });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { company: "Globex" } });
    expect((await provenance(id)).company).toMatchObject({
      value: "Globex",
      origin: { method: "edited" },
      others: [{ value: "Acme", origin: { method: "typed" }, factName: null }],
    });
    expect((await pick(id, "company", "Acme")).json()).toMatchObject({ company: "Acme" });
  });

  test("undoing an older edit keeps the newer ones with their origins, and lists what they replaced", async () => {
    const { id } = await add({ company: "Acme" });
    const first = await winnow.call("PATCH /api/leads/{id}", { id, body: { company: "" } });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { phone: "+44 20 7946 0018", title: "Buyer" } });
    expect((await read(id)).missingInfo).toEqual(["company", "need"]);
    const actId = String(first.headers["x-act-id"]);
    expect((await winnow.call("POST /api/journal/{id}/undo", { id: actId })).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ company: "Acme", phone: "+44 20 7946 0018", missingInfo: ["need"] });
    expect(await provenance(id)).toMatchObject({
      company: { origin: { method: "typed" } },
      phone: { origin: { method: "edited" } },
      title: { origin: { method: "edited" } },
    });
  });

  test("picking the current value is not an action; an unknown value or one of another lead is rejected", async () => {
    const { id, email } = await add({ company: "Acme" });
    const same = await pick(id, "company", "Acme");
    expect([same.statusCode, same.headers["x-act-id"]]).toEqual([200, undefined]);
    const never = await pick(id, "company", "Initech");
    expect([never.statusCode, never.json()]).toMatchObject([422, { errors: [{ field: "value" }] }]);
    expect((await pick(id, "color", "red")).statusCode).toBe(422);
    expect((await pick("0", "company", "Acme")).statusCode).toBe(404);

    await winnow.ok("PATCH /api/leads/{id}", { id, body: { email: newAddress() } });
    await add({ email });
    expect((await pick(id, "email", email)).statusCode).toBe(409);
  });
});
