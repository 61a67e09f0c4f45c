import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { jobsEnded } from "#test/jobs.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

async function withFields(engine: EngineName): Promise<TestWinnow> {
  const winnow = await freshWinnow(engine, { google });
  await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "number" } });
  await winnow.ok("POST /api/lead-fields", { body: { name: "Tiers", kind: "choices", options: ["Gold", "Silver"] } });
  await winnow.ok("POST /api/lead-fields", { body: { name: "Partner", kind: "yesNo" } });
  return winnow;
}

async function leadOf(winnow: TestWinnow, email: string) {
  const leads = (await winnow.ok("GET /api/leads")) as Lead[];
  const id = leads.find((lead) => lead.email === email)?.id ?? "";
  const { fields, facts, sourceData, nextStep } = await winnow.ok("GET /api/leads/{id}", { id });
  return { id, fields, facts, sourceData, nextStep };
}

async function importFile(winnow: TestWinnow, content: string, change?: object) {
  const { id, columns } = await uploadFile(winnow, "fair.csv", content);
  if (change !== undefined) await winnow.ok("PATCH /api/imports/{id}", { id, body: change });
  await winnow.ok("POST /api/imports/{id}/start", { id });
  await jobsEnded(winnow.workspace);
  return { ...(await winnow.ok("GET /api/imports/{id}", { id })), guessed: columns.map(({ target }) => target) };
}

const undoImport = async (winnow: TestWinnow, id: string): Promise<void> => {
  await winnow.ok("POST /api/imports/{id}/undo", { id });
  await jobsEnded(winnow.workspace);
};

describe.each(oneEngine("sqlite"))("custom fields of incoming leads on %s", (engine) => {
  test("dates and numbers are read as their column writes them, also of next steps", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "number" } });
    await winnow.ok("POST /api/lead-fields", { body: { name: "Renewal", kind: "date" } });
    const file = [
      "Email;Renewal;Next step;Next step due;Budget",
      "ann@fair.example;03/04/2026;Call;12/31/2026;12.500",
      "bo@fair.example;31/12/2026;Call;1/2/27;99,50",
      "",
    ].join("\n");
    expect(await importFile(winnow, file)).toMatchObject({ counts: { created: 2 }, rejects: 0 });
    const ann = await leadOf(winnow, "ann@fair.example");
    expect(ann).toMatchObject({
      fields: { renewal: "2026-04-03", budget: 12_500 },
      nextStep: { text: "Call", due: "2026-12-31" },
    });
    expect(await leadOf(winnow, "bo@fair.example")).toMatchObject({
      fields: { renewal: "2026-12-31", budget: 99.5 },
      nextStep: { due: "2027-01-02" },
    });
  });

  test("are read from the columns of a file, and values that don't fit are listed and kept as other details", async () => {
    const winnow = await withFields(engine);
    const file = [
      "Name,Email,budget,Levels,Partner",
      'Ann,ann@fair.example,"1,200.50",gold; Silver,ja',
      "Bo,bo@fair.example,plenty,Bronze,no",
      "",
    ].join("\n");
    const done = await importFile(winnow, file, {
      targets: ["name", "email", "field:budget", "field:tiers", "field:partner"],
    });
    expect(done.guessed).toEqual(["name", "email", "field:budget", "fact", "field:partner"]);
    expect(done).toMatchObject({ counts: { created: 2, skipped: 0 }, rejects: 1 });
    expect(await leadOf(winnow, "ann@fair.example")).toMatchObject({
      fields: { budget: 1200.5, tiers: ["Gold", "Silver"], partner: true },
      facts: [],
    });
    expect(await leadOf(winnow, "bo@fair.example")).toMatchObject({
      fields: { partner: false },
      facts: [
        { name: "budget", value: "plenty" },
        { name: "Levels", value: "Bronze" },
      ],
    });
    const rejects = await winnow.app.inject({ url: `/api/imports/${done.id}/rejects` });
    expect(rejects.body).toContain(
      '3,"Imported as another detail: Budget: Enter a number; Tiers: Choose from the options",Bo,bo@fair.example,plenty,Bronze,no',
    );
    const listed = await winnow.ok("GET /api/leads", { query: { fields: "budget:min:1000,tiers:is:Gold" } });
    expect(listed.map(({ name }) => name)).toEqual(["Ann"]);
    await undoImport(winnow, done.id);
    expect(await winnow.ok("GET /api/leads")).toEqual([]);
  });

  test("of known leads are filled or overwritten as chosen, and the undo restores them", async () => {
    const winnow = await withFields(engine);
    const { id } = await winnow.ok("POST /api/leads", {
      body: { name: "Ann", email: "ann@fair.example", fields: { budget: 10 } },
    });
    const file = (budget: number): string => `Name,Email,Budget,Partner\nAnn,ann@fair.example,${budget},yes\n`;
    const filled = await importFile(winnow, file(20));
    expect(await leadOf(winnow, "ann@fair.example")).toMatchObject({
      id,
      fields: { budget: 10, partner: true },
      facts: [{ name: "Budget (fair.csv)", value: "20" }],
    });
    await importFile(winnow, file(30), { policy: "overwrite" });
    expect((await leadOf(winnow, "ann@fair.example")).fields).toEqual({ budget: 30, partner: true });
    await undoImport(winnow, filled.id);
    expect((await leadOf(winnow, "ann@fair.example")).fields).toMatchObject({ budget: 30 });
  });

  test("are filled from a sheet's columns with their names, and follow the sheet until a person changes them", async () => {
    const winnow = await withFields(engine);
    const headers = ["Name", "Email", "Budget", "Paint"];
    const sheet = await connectSheet(winnow, google, [headers, ["Ann", "ann@sheet.example", "5", "red"]]);
    await sync(winnow);
    const { id, fields, facts } = await leadOf(winnow, "ann@sheet.example");
    expect([fields, facts]).toEqual([{ budget: 5 }, [{ name: "Paint", value: "red" }]]);
    sheet.write([headers, ["Ann", "ann@sheet.example", "6", "red"]]);
    await sync(winnow);
    expect((await leadOf(winnow, "ann@sheet.example")).fields).toEqual({ budget: 6 });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { fields: { budget: 99 } } });
    sheet.write([headers, ["Ann", "ann@sheet.example", "7", "red"]]);
    await sync(winnow);
    expect(await leadOf(winnow, "ann@sheet.example")).toMatchObject({ fields: { budget: 99 } });
    sheet.write([headers, ["Ann", "ann@sheet.example", "a lot", "red"]]);
    await sync(winnow);
    expect((await leadOf(winnow, "ann@sheet.example")).facts).toContainEqual({ name: "Budget", value: "a lot" });
  });

  test("are accepted when leads are added, alone and in a batch", async () => {
    const winnow = await withFields(engine);
    const body = { name: "Ann", email: "ann@api.example", fields: { budget: "1 500", tiers: ["gold"], partner: null } };
    const { id } = await winnow.ok("POST /api/leads", { body });
    expect((await leadOf(winnow, "ann@api.example")).fields).toEqual({ budget: 1500, tiers: ["Gold"] });
    const wrong = await winnow.call("POST /api/leads", { body: { ...body, fields: { budget: "x" } } });
    expect(wrong.json()).toMatchObject({
      status: 422,
      errors: [{ field: "fields", message: "Budget: Enter a number." }],
    });

    const leads = [
      { email: "ann@api.example", fields: { partner: true } },
      { email: "bo@api.example", externalId: "7", fields: { budget: 1 } },
      { email: "cy@api.example", fields: { size: 1 } },
      { email: "di@api.example", fields: { budget: "many" } },
    ];
    const { results } = await winnow.ok("POST /api/leads/batch", { body: { leads } });
    expect(results).toMatchObject([
      { outcome: "updated", id },
      { outcome: "created" },
      { outcome: "rejected", error: "fields: There is no field size." },
      { outcome: "rejected", error: "fields: Budget: Enter a number." },
    ]);
    await winnow.ok("POST /api/leads/batch", { body: { leads: [{ ...leads[1], fields: { budget: 2 } }] } });
    expect((await leadOf(winnow, "bo@api.example")).fields).toEqual({ budget: 2 });
    expect((await leadOf(winnow, "ann@api.example")).fields).toMatchObject({ budget: 1500, partner: true });
  });
});
