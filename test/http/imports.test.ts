import { describe, expect, test } from "vitest";
import { importWorkEnded } from "#server/workflows/import-work.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { ENGINES } from "#test/stores.ts";

const FILE = [
  "Name,Email,Company,Phone,Notes",
  "Ann Lee,ann@acme.example,Acme,+44 20 7946 0001,Wants a demo",
  "Bo Berg,bo@berg.example,Berg,,",
  "Nobody,,Nowhere,,",
  "Cy Dee,cy@dee.example,Dee, Inc.,+44 20 7946 0002,A demo",
  "",
].join("\r\n");

async function importFile(winnow: TestWinnow, id: string) {
  await winnow.ok("POST /api/imports/{id}/start", { id });
  await importWorkEnded(winnow.workspace);
  return winnow.ok("GET /api/imports/{id}", { id });
}

describe.each(ENGINES)("a file on %s", (engine) => {
  test("is looked at, imported with counts that add up, and taken back", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    const uploaded = await uploadFile(winnow, "leads.csv", FILE);
    expect(uploaded).toMatchObject({
      state: "ready",
      reading: { encoding: "utf-8", delimiter: ",", hasHeader: true, sheet: null },
      message: "1 of the first 4 rows has more cells than there are columns, and would be left out.",
    });
    expect(uploaded.columns.map(({ target }) => target)).toEqual(["name", "email", "company", "phone", "notes"]);

    const imported = await importFile(winnow, uploaded.id);
    expect(imported).toMatchObject({
      state: "finished",
      counts: { seen: 4, created: 2, updated: 0, unchanged: 0, skipped: 2, failed: 0 },
      qualified: 1,
      rejects: 2,
      progress: 1,
    });
    const rejects = await winnow.app.inject({ url: `/api/imports/${uploaded.id}/rejects` });
    expect(rejects.body).toBe(
      [
        "\ufeffRow,Reason,Name,Email,Company,Phone,Notes",
        '4,"Nothing to contact: no e-mail, phone or profile address",Nobody,,Nowhere,,',
        "5,Has 6 cells where the table has 5 columns,Cy Dee,cy@dee.example,Dee, Inc.,'+44 20 7946 0002,A demo",
        "",
      ].join("\r\n"),
    );

    const before = await winnow.ok("GET /api/leads");
    await winnow.ok("POST /api/imports/{id}/undo", { id: uploaded.id });
    await importWorkEnded(winnow.workspace);
    expect(await winnow.ok("GET /api/leads")).toEqual([]);
    expect(await winnow.ok("GET /api/imports/{id}", { id: uploaded.id })).toMatchObject({
      state: "undone",
      undo: { removed: 2, restored: 0, kept: 0 },
    });
    expect(before).toHaveLength(2);
  });
});
