import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEAD_CSV_HEADER } from "#server/features/leads/lead-csv.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { readCsv } from "#test/http/read-csv.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { jobsEnded } from "#test/jobs.ts";
import { oneEngine } from "#test/stores.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
const LEADS = [
  { name: "Ann Lee", email: "ann@acme.example", company: "Acme", notes: "demo", status: "qualified" },
  { name: "Bo Berg", email: "bo@berg.example", company: "Berg", notes: "demo price", status: "approved" },
  { name: "=1+1", email: "cy@cole.example", company: 'Cole, "Sons" & Co', notes: "two\nlines", status: "rejected" },
  { name: "Di Dunn", email: "di@dunn.example", company: "Dunn" },
];

describe.each(oneEngine("sqlite"))("an export on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { clock: () => NOW });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo", "price"], scoreWeight: 10 } });
    for (const body of LEADS) await winnow.ok("POST /api/leads", { body });
  });
  afterAll(() => winnow.close());

  /** The names in the file; no cell of these leads has a CRLF. */
  async function exportedNames(query: string): Promise<(string | undefined)[]> {
    const answer = await winnow.app.inject({ url: `/api/leads/export${query}` });
    const lines = answer.body.split("\r\n").slice(1, -1);
    return lines.map((line) => line.split(",")[0]);
  }

  test("is a CSV file with a name, a BOM for Excel and a header", async () => {
    const answer = await winnow.app.inject({ url: "/api/leads/export?status=rejected" });
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="leads-rejected-2026-11-20.csv"',
    });
    const at = NOW.toISOString();
    // Columns added later come after the ID.
    const upToId = `${LEAD_CSV_HEADER}'=1+1,cy@cole.example,"Cole, ""Sons"" & Co",,,,rejected,0,,manual,phone,incomplete,"two\nlines",,${at},${at},`;
    expect(answer.body.slice(0, upToId.length)).toBe(upToId);
    expect(answer.body.slice(upToId.length)).toMatch(/^\d+,+unknown,\r\n$/u);
  });

  test.each([
    ["", ["Ann Lee"]],
    ["?status=qualified", ["Ann Lee"]],
    ["?status=all", ["Di Dunn", "'=1+1", "Bo Berg", "Ann Lee"]],
    ["?status=all&sort=name", ["'=1+1", "Ann Lee", "Bo Berg", "Di Dunn"]],
    ["?status=all&sort=-score", ["Bo Berg", "Ann Lee", "Di Dunn", "'=1+1"]],
    ["?status=all&minScore=10", ["Bo Berg", "Ann Lee"]],
    ["?status=all&search=BERG", ["Bo Berg"]],
    ["?status=all&source=google_sheets", []],
    ["?status=approved&search=ann", []],
    ["?status=all&maxScore=9&sort=email", ["'=1+1", "Di Dunn"]],
    ["?status=all&minScore=10&maxScore=10", ["Ann Lee"]],
    ["?status=all&keyword=Price", ["Bo Berg"]],
    ["?status=all&missing=need", ["Di Dunn"]],
    ["?status=all&missing=email", []],
    ["?status=all&from=2026-11-20&to=2026-11-21&sort=-name", ["Di Dunn", "Bo Berg", "Ann Lee", "'=1+1"]],
    ["?status=all&to=2026-11-20T09:30:00Z", []],
  ])("%s contains what the list shows", async (query, names) => {
    expect(await exportedNames(query)).toEqual(names);
  });

  test("can be limited to a selection, whatever the status", async () => {
    const leads = await winnow.ok("GET /api/leads");
    const idOf = (name: string): string => leads.find((lead) => lead.name === name)?.id ?? "";
    const ids = [idOf("Di Dunn"), idOf("=1+1"), idOf("Di Dunn"), "999999", "nobody"].join(",");
    expect(await exportedNames(`?ids=${ids}`)).toEqual(["Di Dunn", "'=1+1"]);
    expect(await exportedNames(`?ids=${ids}&sort=name&status=rejected`)).toEqual(["'=1+1"]);
    expect(await exportedNames("?ids=nobody")).toEqual([]);
    const answer = await winnow.app.inject({ url: `/api/leads/export?ids=${ids}` });
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="leads-selected-2026-11-20.csv"');
  });

  test.each([
    ["too many leads", `ids=${Array.from({ length: 501 }, (_, at) => at + 1).join(",")}`, "ids"],
    ["no lead", "ids=", "ids"],
    ["a score that is none", "maxScore=101", "maxScore"],
    ["a day that is none", "from=2026-02-30", "from"],
    ["a thing that nothing misses", "missing=name", "missing"],
  ])("rejects %s", async (_, query, field) => {
    const answer = await winnow.app.inject({ url: `/api/leads/export?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ detail: string }>().detail).toContain(field);
  });
});

describe.each(oneEngine("sqlite"))("phone numbers in an export on %s", (engine) => {
  test.each([
    ["+49 30 1234567", "+49 30 1234567"],
    ["+1 (415) 555-2671", "+1 (415) 555-2671"],
    ["+4930123456", "+4930123456"],
    ["+1-415-555-2671", "+1 415 555 2671"],
    ["030 1234567", "030 1234567"],
    ["+49 30 1234567;=1+1", "'+49 30 1234567;'=1+1"],
  ])("%s is written as %s, and imported as the same number", async (phone, cell) => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/leads", { body: { name: "Ann Lee", email: "ann@acme.example", phone } });
    const { body: csv } = await winnow.app.inject({ url: "/api/leads/export?status=all" });
    const [headers = [], row = []] = readCsv(csv.replace(/^\ufeff/u, ""));
    expect(row[headers.indexOf("Phone")]).toBe(cell);

    const other = await freshWinnow(engine);
    const { id } = await uploadFile(other, "leads.csv", csv);
    await other.ok("POST /api/imports/{id}/start", { id });
    await jobsEnded(other.workspace);
    const [lead] = await other.ok("GET /api/leads");
    const digits = (text: string | null | undefined) => text?.replaceAll(/[ -]/gu, "");
    expect(digits(lead?.phone)).toBe(digits(phone));
  });
});
