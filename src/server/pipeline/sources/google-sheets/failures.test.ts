import { describe, expect, test } from "vitest";
import type { SheetConfig } from "#server/pipeline/sources/google-sheets/index.ts";
import { refusals } from "#test/peers/google/google-answers.ts";
import {
  ID,
  API_KEY,
  ROWS,
  account,
  peer,
  waits,
  eachWithGooglePeer,
  source,
  config,
  byApiKey,
  refusal,
} from "#test/peers/google/sheets-under-test.ts";

eachWithGooglePeer();

describe("errors", () => {
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
    { given: "no id", asked: () => config({ spreadsheetId: " " }), id: "sheet_id_missing", says: "paste its URL" },
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
      says: "client_email or private_key is missing",
    },
    {
      given: "half a key",
      asked: brokenKey("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n"),
      id: "google_key_invalid",
      says: "can't be read",
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
      says: "Create a new key",
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
      says: "click Share, and add winnow-reader@",
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
      says: "doesn't recognize this API key",
    },
    {
      given: "a restricted API key",
      asked: () => byApiKey(),
      arrange: answer(refusals.apiKeyServiceBlocked(API_KEY)),
      id: "google_api_key_blocked",
      says: "allow the Google Sheets API",
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
      says: "no spreadsheet with this ID",
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
      says: "no sheet named “Leads”. It has: “Sheet1”.",
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
      says: "within the sheet",
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
      says: "no sheet with data",
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
      says: "isn't followed",
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

  test("a test that fails without a contact column names the headers", async () => {
    peer.setSheet(ID, "Sheet1", [
      ["Name", "City"],
      ["Ann", "Rome"],
    ]);
    expect(await source().test(config())).toMatchObject({ valid: false, headers: ["Name", "City"], rows: 1 });
  });
});
