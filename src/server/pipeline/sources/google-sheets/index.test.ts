import { describe, expect, test, vi } from "vitest";
import { createServiceAccount } from "#test/peers/google/service-account.ts";
import {
  ID,
  API_KEY,
  ROWS,
  account,
  peer,
  eachWithGooglePeer,
  source,
  config,
  byApiKey,
  refusal,
} from "#test/peers/google/sheets-under-test.ts";

eachWithGooglePeer();

describe("reading", () => {
  test("with a service account: one signed assertion, one values.get", async () => {
    const read = await source().read(config());
    expect(read).toMatchObject({
      sheetTitle: "Sheet1",
      headers: ["Name", "Email", "Company"],
      columns: { name: ["Name"], email: ["Email"], company: ["Company"] },
      skipped: [],
      rows: [
        { rowKey: "email:ann@acme.example", fields: { name: "Ann Lee", company: "Acme" }, locator: "Sheet1, row 2" },
        { rowKey: "email:bo@berg.example", locator: "Sheet1, row 3" },
      ],
    });
    expect(peer.requests.map((request) => request.call)).toEqual(["token", "values"]);
    expect(peer.assertions).toEqual([
      {
        header: { alg: "RS256" },
        claims: {
          iss: account.email,
          scope: "https://www.googleapis.com/auth/spreadsheets.readonly",
          aud: peer.tokenUrl,
          iat: expect.any(Number),
          exp: expect.any(Number),
        },
      },
    ]);
  });

  test("with an API key, which is sent in a header and never in a URL", async () => {
    peer.spreadsheet(ID).isPublic = true;
    const read = await source().read(byApiKey());
    expect(read.rows).toHaveLength(2);
    expect(peer.requests.map((request) => request.call)).toEqual(["values"]);
    expect(peer.requests[0]?.headers["x-goog-api-key"]).toBe(API_KEY);
    expect(peer.requests[0]?.url).not.toContain(API_KEY);
  });

  test("requests the displayed cell texts", async () => {
    peer.setSheet(ID, "Sheet1", [
      ["Email", "Budget"],
      ["a@b.example", { formatted: "$20.50", value: 20.5, formula: "=41/2" }],
    ]);
    expect((await source().read(config())).rows[0]?.facts).toEqual([{ name: "Budget", value: "$20.50" }]);
  });

  test("without a range: all of the first visible tab", async () => {
    const id = "1SpreadsheetWithHiddenTab";
    peer.setSheet(id, "Old", ROWS, { hidden: true });
    peer.setSheet(id, "Jon's leads", [["Email"], ["jon@b.example"]]);
    peer.share(id, account.email);
    const { range: _, ...wholeSheet } = config({ spreadsheetId: id });
    const read = await source().read(wholeSheet);
    expect(read.rows[0]?.locator).toBe("Jon's leads, row 2");
    expect(peer.requests.map((request) => request.call)).toEqual(["token", "spreadsheet", "values"]);
  });

  test.each([
    ["A1:C3", "Sheet1, row 2"],
    ["Sheet1", "Sheet1, row 2"],
    ["B:C", "Sheet1, row 2"],
    ["Spring fair!B2:C", "Spring fair, row 3"],
    ["'Spring fair'", "Spring fair, row 3"],
    ["Q4", "Q4, row 2"],
  ])("the range %j begins with %s", async (range, locator) => {
    peer.setSheet(ID, "Spring fair", [["a title above the table"], ["", "Email"], ["", "a@b.example"]]);
    peer.setSheet(ID, "Q4", [["Email"], ["q@b.example"]]);
    const wanted = range === "'Spring fair'" ? "'Spring fair'!A2:Z" : range;
    expect((await source().read(config({ range: wanted }))).rows[0]?.locator).toBe(locator);
  });

  test("takes the ID out of a pasted URL", async () => {
    const spreadsheetId = `https://docs.google.com/spreadsheets/d/${ID}/edit?gid=0#gid=0`;
    expect((await source().read(config({ spreadsheetId }))).rows).toHaveLength(2);
  });

  test("accepts a key whose line breaks are still written as \\n", async () => {
    const private_key = (account.keyFile["private_key"] ?? "").replaceAll("\n", "\\n");
    const read = await source().read(config({ serviceAccount: { ...account.keyFile, private_key } }));
    expect(read.rows).toHaveLength(2);
  });

  test("unusual text reaches the leads unharmed", async () => {
    const cells = ["x".repeat(100_000), "👩‍🚀", "שלום", "a\u0000b", "a\ud800b", "=1+1", "<b>hi</b>", "'quoted"];
    peer.setSheet(ID, "Sheet1", [["Email", "Notes"], ...cells.map((cell, at) => [`a${at}@b.example`, cell])]);
    const { rows } = await source().read(config());
    expect(rows.map((row) => row.fields.notes)).toEqual(cells);
  });

  test("a sheet with headers and no rows yet is fine", async () => {
    peer.setSheet(ID, "Sheet1", [["Name", "Phone"]]);
    expect(await source().read(config())).toMatchObject({ rows: [], headers: ["Name", "Phone"] });
  });

  test("reading again sees changes, with the same key for the same row", async () => {
    const sheets = source();
    const before = await sheets.read(config());
    peer.setSheet(ID, "Sheet1", [
      ["Company", "Name", "Email"],
      ["New", "Cy Cole", "cy@new.example"],
      ["Acme", "Ann Lee", "ann@acme.example"],
    ]);
    const after = await sheets.read(config());
    expect(after.rows[1]).toMatchObject({ rowKey: before.rows[0]?.rowKey, contentHash: before.rows[0]?.contentHash });
  });
});

describe("access tokens", () => {
  test("concurrent reads request one, and it is reused for the next", async () => {
    const sheets = source();
    await Promise.all([sheets.read(config()), sheets.read(config())]);
    await sheets.read(config());
    expect([peer.count("token"), peer.count("values")]).toEqual([1, 3]);
  });

  test("a new one is requested when the old one has expired", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const sheets = source();
    await sheets.read(config());
    vi.setSystemTime(Date.now() + 3_600_000);
    await sheets.read(config());
    expect(peer.count("token")).toBe(2);
  });

  test("a new one is requested when Google has revoked the old one", async () => {
    const sheets = source();
    await sheets.read(config());
    peer.withdrawTokens();
    expect((await sheets.read(config())).rows).toHaveLength(2);
    expect(peer.count("token")).toBe(2);
  });

  test("another key of the same account gets a separate token", async () => {
    const sheets = source();
    await sheets.read(config());
    const other = createServiceAccount({ tokenUri: peer.trapUrl });
    const error = await refusal(sheets, config({ serviceAccount: other.keyFile }));
    expect(error.id).toBe("google_key_rejected");
  });
});

test("a test reports what was found", async () => {
  expect(await source().test(config())).toEqual({
    valid: true,
    code: "ok",
    message: "Connected: “Sheet1” has 2 rows. Columns recognized: Name, Email, Company.",
    headers: ["Name", "Email", "Company"],
    rows: 2,
  });
});
