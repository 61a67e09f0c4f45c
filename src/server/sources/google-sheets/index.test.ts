import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { inspect } from "node:util";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import {
  createGoogleSheets,
  type GoogleSheets,
  type GoogleSheetsOptions,
  type SheetConfig,
} from "#server/sources/google-sheets/index.ts";
import { refusals } from "#test/peers/google/google-answers.ts";
import { type GooglePeer, startGooglePeer } from "#test/peers/google/google-peer.ts";
import { createServiceAccount, type PeerServiceAccount } from "#test/peers/google/service-account.ts";

const ID = "1WinnowTestSpreadsheet00000000000000000000000";
const API_KEY = "api-key-of-the-test";
const ROWS = [
  ["Name", "Email", "Company"],
  ["Ann Lee", "ann@acme.example", "Acme"],
  ["Bo Berg", "bo@berg.example"],
];

let account: PeerServiceAccount;
let peer: GooglePeer;
let waits: number[];

beforeAll(async () => {
  // A key pair takes a while to make, so the tests share one account on a peer of their own.
  account = createServiceAccount({ tokenUri: "replaced below" });
});

beforeEach(async () => {
  peer = await startGooglePeer();
  account.keyFile["token_uri"] = peer.trapUrl;
  account.keyFile["universe_domain"] = "evil.example";
  peer.register(account);
  peer.addApiKey(API_KEY);
  peer.setSheet(ID, "Sheet1", ROWS);
  peer.share(ID, account.email);
  waits = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await peer.close();
  // No test, whatever it is about, may make a call to the address in the key file.
  if (peer.trapped.length > 0) throw new Error(`The key file's token_uri was called: ${peer.trapped.join(", ")}`);
});

function source(more: Partial<GoogleSheetsOptions> = {}): GoogleSheets {
  return createGoogleSheets({
    sheetsUrl: peer.sheetsUrl,
    tokenUrl: peer.tokenUrl,
    wait: async (ms) => void waits.push(Math.round(ms)),
    ...more,
  });
}

function config(more: Partial<SheetConfig> = {}): SheetConfig {
  return {
    spreadsheetId: ID,
    range: "Sheet1!A1:Z1000",
    authMethod: "service_account",
    serviceAccount: account.keyFile,
    ...more,
  };
}

const byApiKey = (more: Partial<SheetConfig> = {}): SheetConfig => ({
  spreadsheetId: ID,
  range: "Sheet1!A1:Z1000",
  authMethod: "api_key",
  apiKey: API_KEY,
  ...more,
});

/** The error that a read ends with, which must be fit for people and hold no secret wherever one looks. */
async function refusal(sheets: GoogleSheets, asked: SheetConfig): Promise<AppError> {
  const error: unknown = await sheets.read(asked).then(
    () => expect.unreachable("the read succeeded"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  expectNoSecrets(error);
  return error as AppError;
}

function expectNoSecrets(error: unknown): void {
  const everything = inspect(error, { depth: null, showHidden: true, maxStringLength: null }) + JSON.stringify(error);
  const keyLines = (account.keyFile["private_key"] ?? "").split("\n").filter((line) => line.length > 40);
  expect(keyLines.length).toBeGreaterThan(10);
  for (const secret of [...keyLines, API_KEY, "ya29.", "assertion", "Bearer"]) expect(everything).not.toContain(secret);
}

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

  test("with an API key, which travels in a header and never in an address", async () => {
    peer.spreadsheet(ID).isPublic = true;
    const read = await source().read(byApiKey());
    expect(read.rows).toHaveLength(2);
    expect(peer.requests.map((request) => request.call)).toEqual(["values"]);
    expect(peer.requests[0]?.headers["x-goog-api-key"]).toBe(API_KEY);
    expect(peer.requests[0]?.url).not.toContain(API_KEY);
  });

  test("asks for what people see in the cells", async () => {
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

  test("takes the id out of a pasted address", async () => {
    const spreadsheetId = `https://docs.google.com/spreadsheets/d/${ID}/edit?gid=0#gid=0`;
    expect((await source().read(config({ spreadsheetId }))).rows).toHaveLength(2);
  });

  test("takes a key whose line breaks are still written as \\n", async () => {
    const private_key = (account.keyFile["private_key"] ?? "").replaceAll("\n", "\\n");
    const read = await source().read(config({ serviceAccount: { ...account.keyFile, private_key } }));
    expect(read.rows).toHaveLength(2);
  });

  test("odd text reaches the leads unharmed", async () => {
    const cells = ["x".repeat(100_000), "👩‍🚀", "שלום", "a\u0000b", "a\ud800b", "=1+1", "<b>hi</b>", "'quoted"];
    peer.setSheet(ID, "Sheet1", [["Email", "Notes"], ...cells.map((cell, at) => [`a${at}@b.example`, cell])]);
    const { rows } = await source().read(config());
    expect(rows.map((row) => row.fields.notes)).toEqual(cells);
  });

  test("a sheet with headers and no rows yet is fine", async () => {
    peer.setSheet(ID, "Sheet1", [["Name", "Phone"]]);
    expect(await source().read(config())).toMatchObject({ rows: [], headers: ["Name", "Phone"] });
  });

  test("reading again sees what changed, with the same key for the same row", async () => {
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
  test("one is asked for by reads at the same time, and kept for the next", async () => {
    const sheets = source();
    await Promise.all([sheets.read(config()), sheets.read(config())]);
    await sheets.read(config());
    expect([peer.count("token"), peer.count("values")]).toEqual([1, 3]);
  });

  test("a new one is asked for when the old one has expired", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const sheets = source();
    await sheets.read(config());
    vi.setSystemTime(Date.now() + 3_600_000);
    await sheets.read(config());
    expect(peer.count("token")).toBe(2);
  });

  test("a new one is asked for when Google has withdrawn the old one", async () => {
    const sheets = source();
    await sheets.read(config());
    peer.withdrawTokens();
    expect((await sheets.read(config())).rows).toHaveLength(2);
    expect(peer.count("token")).toBe(2);
  });

  test("another key of the same account gets a token of its own", async () => {
    const sheets = source();
    await sheets.read(config());
    const other = createServiceAccount({ tokenUri: peer.trapUrl });
    const error = await refusal(sheets, config({ serviceAccount: other.keyFile }));
    expect(error.id).toBe("google_key_rejected");
  });
});

describe("refusals", () => {
  interface Refused {
    given: string;
    arrange?: () => void;
    asked?: () => SheetConfig;
    id: string;
    says: string;
  }
  const brokenKey = (pem: string) => () => config({ serviceAccount: { ...account.keyFile, private_key: pem } });
  const answer = (given: ReturnType<(typeof refusals)["internal"]>) => () =>
    peer.failNext({ answer: given, on: "values", times: 9 });

  test.each<Refused>([
    { given: "no id", asked: () => config({ spreadsheetId: " " }), id: "sheet_id_missing", says: "paste its address" },
    {
      given: "an id that is none",
      asked: () => config({ spreadsheetId: "my sheet" }),
      id: "sheet_id_invalid",
      says: "docs.google.com/spreadsheets/d/",
    },
    {
      given: "no key file",
      asked: () => config({ serviceAccount: {} }),
      id: "google_key_missing",
      says: "JSON key file",
    },
    {
      given: "another kind of JSON",
      asked: () => config({ serviceAccount: { installed: { client_id: "x" } } }),
      id: "google_key_invalid",
      says: "lacks a client_email or a private_key",
    },
    {
      given: "half a key",
      asked: brokenKey("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n"),
      id: "google_key_invalid",
      says: "cannot be read",
    },
    {
      given: "no API key",
      asked: () => byApiKey({ apiKey: "" }),
      id: "google_api_key_missing",
      says: "Enter an API key",
    },
    {
      given: "an API key with a line break",
      asked: () => byApiKey({ apiKey: "a\r\nb" }),
      id: "google_api_key_invalid",
      says: "Copy it again",
    },
    {
      given: "a revoked key",
      arrange: () => peer.revokeKey(account),
      id: "google_key_rejected",
      says: "create a new key",
    },
    {
      given: "a deleted account",
      arrange: () => peer.removeServiceAccount(account),
      id: "google_account_unknown",
      says: "winnow-reader@",
    },
    {
      given: "a wrong clock",
      arrange: () => (peer.clock = () => Date.now() + 7_200_000),
      id: "clock_wrong",
      says: "Set the clock",
    },
    {
      given: "a sheet that is not shared",
      arrange: () => peer.spreadsheet(ID).sharedWith.clear(),
      id: "sheet_not_shared",
      says: "press Share, and add winnow-reader@",
    },
    {
      given: "a private sheet and an API key",
      asked: () => byApiKey(),
      id: "sheet_not_shared",
      says: "anyone who has the link",
    },
    {
      given: "an unknown API key",
      asked: () => byApiKey({ apiKey: "unknown" }),
      id: "google_api_key_invalid",
      says: "does not know this API key",
    },
    {
      given: "a restricted API key",
      asked: () => byApiKey(),
      arrange: answer(refusals.apiKeyServiceBlocked(API_KEY)),
      id: "google_api_key_blocked",
      says: "allow it the Google Sheets API",
    },
    {
      given: "a suspended project, in a sentence that names the key",
      asked: () => byApiKey(),
      arrange: answer(refusals.consumerSuspended(API_KEY)),
      id: "google_refused",
      says: "has been suspended",
    },
    {
      given: "the API disabled",
      arrange: answer(refusals.serviceDisabled()),
      id: "google_api_disabled",
      says: "Enable it",
    },
    {
      given: "tokens refused for good",
      arrange: answer(refusals.unauthenticated()),
      id: "google_key_rejected",
      says: "Create a new key",
    },
    {
      given: "an unknown spreadsheet",
      asked: () => config({ spreadsheetId: "1NobodyKnowsThisSheet" }),
      id: "sheet_not_found",
      says: "no spreadsheet with this id",
    },
    {
      given: "an Excel file",
      arrange: () => (peer.spreadsheet(ID).isOfficeFile = true),
      id: "sheet_not_native",
      says: "Save as Google Sheets",
    },
    {
      given: "an unknown tab",
      asked: () => config({ range: "Leads!A1:Z" }),
      id: "sheet_tab_unknown",
      says: "no sheet called “Leads” in this spreadsheet. It has: “Sheet1”.",
    },
    {
      given: "a misspelt range",
      asked: () => config({ range: "Sheet1!A1:[5" }),
      id: "sheet_range_invalid",
      says: "Sheet1!A1:[5",
    },
    {
      given: "a range outside of the sheet",
      asked: () => config({ range: "Sheet1!ZZ1:ZZ9" }),
      id: "sheet_range_invalid",
      says: "inside the sheet",
    },
    {
      given: "an empty tab",
      arrange: () => peer.setSheet(ID, "Sheet1", []),
      id: "sheet_empty",
      says: "“Sheet1” is empty",
    },
    {
      given: "a spreadsheet of hidden tabs",
      arrange: () => peer.setSheet(ID, "Sheet1", ROWS, { hidden: true }),
      asked: () => config({ range: "" }),
      id: "sheet_empty",
      says: "no sheet with cells",
    },
    {
      given: "no contact column",
      arrange: () =>
        peer.setSheet(ID, "Sheet1", [
          ["Name", "City"],
          ["Ann", "Rome"],
        ]),
      id: "sheet_no_contact_column",
      says: "Its headers are: Name, City.",
    },
    {
      given: "a redirect",
      arrange: answer({ status: 302, headers: { location: "/trap" }, body: "" }),
      id: "google_redirected",
      says: "not followed",
    },
    {
      given: "a network's sign-in page",
      arrange: answer({ status: 200, body: "<html>Sign in</html>" }),
      id: "google_unreadable",
      says: "proxy",
    },
    {
      given: "an unknown refusal",
      arrange: answer({ status: 418, body: { error: { code: 418, message: "No coffee", status: "TEAPOT" } } }),
      id: "google_refused",
      says: "No coffee",
    },
  ])("$given: $id", async ({ arrange, asked = config, id, says }) => {
    arrange?.();
    const error = await refusal(source(), asked());
    expect(error).toMatchObject({ id });
    expect(error.message).toContain(says);
    expect(waits).toEqual([]); // nothing here gets better by waiting

    const tested = await source().test(asked());
    expect(tested).toMatchObject({ valid: false, code: id, message: error.message });
    expect(tested.shareWith).toBe(
      id === "sheet_not_found" || (id === "sheet_not_shared" && asked().authMethod !== "api_key")
        ? account.email
        : undefined,
    );
  });

  test("a failed test for want of a contact column names the headers", async () => {
    peer.setSheet(ID, "Sheet1", [
      ["Name", "City"],
      ["Ann", "Rome"],
    ]);
    expect(await source().test(config())).toMatchObject({ valid: false, headers: ["Name", "City"], rows: 1 });
  });
});

describe("passing failures", () => {
  test.each([
    ["quota, with the seconds to wait", { answer: refusals.quotaExceeded("3") }, 3000, 3000],
    ["quota, without", { answer: refusals.quotaExceeded() }, 750, 1000],
    ["unavailable", { answer: refusals.unavailable() }, 750, 1000],
    ["an answer cut off", { cutAfterBytes: 40 }, 750, 1000],
    ["an answer that never starts", { cutAfterBytes: 0 }, 750, 1000],
  ] as const)("%s: the call is repeated", async (_, failure, least, most) => {
    peer.failNext({ on: "values", ...failure });
    expect((await source().read(config())).rows).toHaveLength(2);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(least);
    expect(waits[0]).toBeLessThanOrEqual(most);
  });

  test("the token endpoint is asked again too", async () => {
    peer.failNext({ on: "token", answer: refusals.unavailable() });
    expect((await source().read(config())).rows).toHaveLength(2);
    expect([peer.count("token"), waits.length]).toEqual([2, 1]);
  });

  test("Retry-After may be a date", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00Z") });
    peer.failNext({ on: "values", answer: refusals.quotaExceeded("Sun, 01 Mar 2026 12:00:20 GMT") });
    await source().read(config());
    expect(waits).toEqual([20_000]);
  });

  test.each([
    ["google_quota", { answer: refusals.quotaExceeded() }],
    ["google_failing", { answer: refusals.internal() }],
    ["google_cut_off", { cutAfterBytes: 40 }],
  ] as const)("%s after four tries of a sync, or two of a test", async (id, failure) => {
    peer.failNext({ on: "values", times: 100, ...failure });
    const error = await refusal(source(), config());
    expect(error.id).toBe(id);
    expect(peer.count("values")).toBe(4);
    expect(waits.map((ms) => Math.ceil(ms / 1000))).toEqual([
      1,
      expect.toBeOneOf([3, 4]),
      expect.toSatisfy((s: number) => s >= 12 && s <= 16),
    ]);
    expect(await source().test(config())).toMatchObject({ valid: false, code: id });
    expect(peer.count("values")).toBe(6);
  });

  test("a Retry-After beyond all patience ends at once and is passed on", async () => {
    peer.failNext({ on: "values", answer: refusals.quotaExceeded("3600") });
    const error = await refusal(source(), config());
    expect(error).toMatchObject({ id: "google_quota", retryAfterSeconds: 3600 });
    expect(waits).toEqual([]);
  });
});

describe("the network", () => {
  test.each(["token", "values"] as const)("no answer in time from %s", async (call) => {
    peer.failNext({ on: call, hang: true });
    expect((await refusal(source({ timeoutMs: 100 }), config())).id).toBe("google_timeout");
    expect(peer.count(call)).toBe(1);
  });

  test.each(["token", "values"] as const)("a late answer from %s is waited for", async (call) => {
    const late = Promise.withResolvers<void>();
    peer.failNext({ on: call, holdUntil: late.promise });
    const arrived = peer.arrival(call);
    const read = source().read(config());
    await arrived;
    late.resolve();
    expect((await read).rows).toHaveLength(2);
    expect(peer.count(call)).toBe(1);
  });

  test("nobody listens", async () => {
    const url = await closedAddress();
    expect(await refusal(source({ sheetsUrl: url }), config())).toMatchObject({ id: "google_unreachable" });
    const error = await refusal(source({ tokenUrl: `${url}/token` }), config());
    expect(error.message).toContain("127.0.0.1");
    expect(error.message).toContain("ECONNREFUSED");
  });

  test.each([
    ["as its length tells", randomBytes(20_000).toString("base64")],
    ["as it unpacks", "x".repeat(20_000)],
  ])("a larger answer than allowed is given up: %s", async (_, cell) => {
    peer.setSheet(ID, "Sheet1", [["Email"], [cell]]);
    const error = await refusal(source({ maxAnswerBytes: 10_000 }), config());
    expect(error.id).toBe("sheet_too_large");
  });

  describe("https", () => {
    const authority = createSecureContext({ ca: certificate("authority.pem") });

    async function readOver(name: string, trust: () => SecureContext): Promise<{ id: string }> {
      await peer.close();
      peer = await startGooglePeer({ tls: { key: certificate(`${name}-key.pem`), cert: certificate(`${name}.pem`) } });
      peer.register(account);
      peer.setSheet(ID, "Sheet1", ROWS);
      peer.share(ID, account.email);
      return source({ trust })
        .read(config())
        .then(
          () => ({ id: "ok" }),
          (error: AppError) => error,
        );
    }

    test("is spoken where the certificate verifies", async () => {
      expect(await readOver("server", () => authority)).toMatchObject({ id: "ok" });
    });

    test.each([
      ["an unknown authority", "server", () => createSecureContext()],
      ["another server's name", "wrong-name", () => authority],
      ["an expired certificate", "expired", () => authority],
    ])("is refused for %s", async (_, name, trust) => {
      expect(await readOver(name, trust)).toMatchObject({ id: "google_untrusted" });
      expect(peer.requests).toEqual([]);
    });
  });

  test.each(["token", "values"] as const)("an abort ends a read that waits for %s", async (call) => {
    const stop = new AbortController();
    peer.failNext({ on: call, hang: true });
    const arrived = peer.arrival(call);
    const read = source().read(config(), stop.signal);
    await arrived;
    stop.abort(new Error("stopping"));
    await expect(read).rejects.toThrow("stopping");
  });

  test("an abort ends the wait between two tries, and an aborted read asks nothing", async () => {
    const stop = new AbortController();
    peer.failNext({ on: "values", answer: refusals.quotaExceeded("60") });
    const sheets = createGoogleSheets({ sheetsUrl: peer.sheetsUrl, tokenUrl: peer.tokenUrl });
    const arrived = peer.arrival("values");
    const read = sheets.read(config(), stop.signal);
    await arrived;
    stop.abort(new Error("stopping"));
    await expect(read).rejects.toThrow("stopping");
    const asked = peer.requests.length;
    await expect(sheets.read(config(), stop.signal)).rejects.toThrow("stopping");
    expect(peer.requests).toHaveLength(asked);
  });
});

test("a test tells what was found", async () => {
  expect(await source().test(config())).toEqual({
    valid: true,
    code: "ok",
    message: "Connected: “Sheet1” has 2 rows. Columns recognised: Name, Email, Company.",
    headers: ["Name", "Email", "Company"],
    rows: 2,
  });
});

/** An address of this machine where nothing listens: a port just given back. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  await new Promise((closed) => server.close(closed));
  return `http://127.0.0.1:${address.port}`;
}

function certificate(name: string): string {
  return readFileSync(new URL(import.meta.resolve(`#test/fixtures/tls/${name}`)), "utf8");
}
