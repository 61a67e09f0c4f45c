import { createSign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type GooglePeer, startGooglePeer } from "#test/peers/google/google-peer.ts";
import type { PeerServiceAccount } from "#test/peers/google/service-account.ts";

const ID = "1PeerSpreadsheet";
const KEY = "key-of-the-peer";
const SCOPE = "https://www.googleapis.com/auth/spreadsheets.readonly";

let peer: GooglePeer;
let account: PeerServiceAccount;

beforeAll(async () => {
  peer = await startGooglePeer();
  account = peer.addServiceAccount();
  peer.addApiKey(KEY);
});
afterAll(() => peer.close());

beforeEach(() => {
  peer.setSheet(ID, "Sheet1", [
    ["Item", "Cost", ""],
    ["Wheel", { formatted: "$20.50", value: 20.5 }, ""],
    [],
    ["", "", "x"],
    ["", ""],
  ]);
  peer.setSheet(ID, "Jon's_Data", [["a"]]);
  peer.spreadsheet(ID).isPublic = true;
});

async function get(path: string, headers: Record<string, string> = { "x-goog-api-key": KEY }): Promise<unknown> {
  const response = await fetch(`${peer.sheetsUrl}/v4/spreadsheets/${path}`, { headers });
  return response.json();
}

describe("values.get", () => {
  test.each([
    [
      "Sheet1!A1:B2",
      "Sheet1!A1:B2",
      [
        ["Item", "Cost"],
        ["Wheel", "$20.50"],
      ],
    ],
    ["Sheet1!A1:Z9999", "Sheet1!A1:Z1000", [["Item", "Cost"], ["Wheel", "$20.50"], [], ["", "", "x"]]],
    ["Sheet1", "Sheet1!A1:Z1000", [["Item", "Cost"], ["Wheel", "$20.50"], [], ["", "", "x"]]],
    ["B:B", "Sheet1!B1:B1000", [["Cost"], ["$20.50"]]],
    ["Sheet1!1:1", "Sheet1!A1:Z1", [["Item", "Cost"]]],
    ["Sheet1!A2:A", "Sheet1!A2:A1000", [["Wheel"]]],
    ["Sheet1!B1", "Sheet1!B1", [["Cost"]]],
    ["'Jon''s_Data'!A:A", "'Jon''s_Data'!A1:A1000", [["a"]]],
    ["Sheet1!D1:E", "Sheet1!D1:E1000", undefined],
  ])("%s", async (range, answered, values) => {
    expect(await get(`${ID}/values/${encodeURIComponent(range)}`)).toEqual({
      range: answered,
      majorDimension: "ROWS",
      ...(values && { values }),
    });
  });

  test("by columns, and unformatted", async () => {
    expect(
      await get(`${ID}/values/Sheet1!A1:B2?majorDimension=COLUMNS&valueRenderOption=UNFORMATTED_VALUE`),
    ).toMatchObject({
      values: [
        ["Item", "Wheel"],
        ["Cost", 20.5],
      ],
    });
  });

  test.each([
    ["Nope!A1:B2", "Unable to parse range: Nope!A1:B2"],
    ["Sheet1!A1:[5", "Unable to parse range: Sheet1!A1:[5"],
    ["Sheet1!A2:A0", "Unable to parse range: Sheet1!A2:A0"],
    ["Sheet1!AA1:AB2", "Range (Sheet1!AA1:AB2) exceeds grid limits. Max rows: 1000, max columns: 26"],
  ])("rejects %s", async (range, message) => {
    expect(await get(`${ID}/values/${encodeURIComponent(range)}`)).toEqual({
      error: { code: 400, message, status: "INVALID_ARGUMENT" },
    });
  });
});

test.each([
  "sheets.properties(title,sheetId),properties.title",
  "sheets(properties/title,properties/sheetId),properties(title)",
])("spreadsheets.get returns the requested fields: %s", async (fields) => {
  expect(await get(`${ID}?fields=${encodeURIComponent(fields)}`)).toEqual({
    properties: { title: "Leads of the spring fair" },
    sheets: [{ properties: { sheetId: 0, title: "Sheet1" } }, { properties: { sheetId: 7919, title: "Jon's_Data" } }],
  });
});

test.each([
  ["no credentials", {}, 403, "PERMISSION_DENIED"],
  ["an unknown key", { "x-goog-api-key": "other" }, 400, "INVALID_ARGUMENT"],
  ["an unknown token", { authorization: "Bearer ya29.c.other" }, 401, "UNAUTHENTICATED"],
])("rejects %s", async (_, headers, code, status) => {
  expect(await get(ID, { ...headers })).toMatchObject({ error: { code, status } });
});

describe("the token endpoint", () => {
  const now = (): number => Math.floor(Date.now() / 1000);

  function assertion(more: Record<string, unknown> = {}, alg = "RS256"): string {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { iss: account.email, scope: SCOPE, aud: peer.tokenUrl, iat: now(), exp: now() + 3600, ...more };
    const signed = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
    const key = account.keyFile["private_key"] ?? "";
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
  }

  async function ask(form: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(peer.tokenUrl, { method: "POST", body: new URLSearchParams(form) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const grant = (jwt: string): ReturnType<typeof ask> =>
    ask({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: jwt });

  test("exchanges a valid assertion for a token that opens only shared sheets", async () => {
    const { status, body } = await grant(assertion());
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.stringMatching(/^ya29\./u), expires_in: 3599, token_type: "Bearer" });
    peer.spreadsheet(ID).isPublic = false;
    const headers = { authorization: `Bearer ${String(body["access_token"])}` };
    expect(await get(`${ID}/values/A1:B1`, headers)).toMatchObject({ error: { code: 403 } });
    peer.share(ID, account.email);
    expect(await get(`${ID}/values/A1:B1`, headers)).toMatchObject({ values: [["Item", "Cost"]] });
  });

  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ["an hour and a second", { exp: now() + 3700 }, "invalid_grant", /short-lived token/u],
    ["issued in the future", { iat: now() + 900, exp: now() + 1800 }, "invalid_grant", /short-lived token/u],
    ["expired", { iat: now() - 7200, exp: now() - 3600 }, "invalid_grant", /short-lived token/u],
    ["another audience", { aud: "https://evil.example/token" }, "invalid_grant", /Failed audience check/u],
    [
      "an unknown scope",
      { scope: "https://www.googleapis.com/auth/everything" },
      "invalid_scope",
      /Invalid OAuth scope/u,
    ],
    ["an unknown account", { iss: "nobody@acme.iam.gserviceaccount.com" }, "invalid_grant", /account not found/u],
  ])("rejects %s", async (_, claims, error, description) => {
    expect(await grant(assertion(claims))).toEqual({
      status: 400,
      body: { error, error_description: expect.stringMatching(description) },
    });
  });

  test("rejects changes after signing, and another algorithm", async () => {
    const [header, , signature] = assertion().split(".");
    const [, otherClaims] = assertion({ exp: now() + 3000 }).split(".");
    for (const jwt of [`${header}.${otherClaims}.${signature}`, assertion({}, "none")]) {
      expect((await grant(jwt)).body).toEqual({ error: "invalid_grant", error_description: "Invalid JWT Signature." });
    }
  });

  test("rejects another grant type and incomplete requests", async () => {
    expect((await ask({ grant_type: "password" })).body).toMatchObject({ error: "unsupported_grant_type" });
    expect((await ask({})).body).toMatchObject({ error: "invalid_request" });
    expect((await grant("not a token")).body).toMatchObject({ error: "invalid_grant" });
  });
});
