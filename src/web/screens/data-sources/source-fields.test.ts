import { describe, expect, test } from "vitest";
import { SourceFields, sourceValues, type SourceValues } from "#web/screens/data-sources/source-fields.ts";

const ID = "1AbCdEfGhIjKlMnOp";
const typed = (values: Partial<SourceValues> = {}): SourceValues => ({
  ...sourceValues(null),
  name: "Fair",
  ...values,
});
const configOf = (values: Partial<SourceValues>): unknown => SourceFields.parse(typed(values)).config;

describe("converting the form to the API's input", () => {
  test.each([
    ["an id", ID],
    ["an id with surrounding spaces", ` ${ID} `],
    ["a URL", `https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`],
  ])("reads the spreadsheet from %s", (_what, spreadsheetId) => {
    expect(configOf({ spreadsheetId })).toMatchObject({ spreadsheetId: ID });
  });

  test("leaves an invalid id for the connection test to explain", () => {
    expect(configOf({ spreadsheetId: "my sheet" })).toMatchObject({ spreadsheetId: "my sheet" });
  });

  test("sends an empty object for a blank key file and omits a stored one", () => {
    expect(configOf({ serviceAccountJson: " " })).toHaveProperty("serviceAccount", {});
    expect(configOf({ serviceAccountJson: null })).not.toHaveProperty("serviceAccount");
  });

  test("sends only the selected kind of key", () => {
    const both = { serviceAccountJson: '{"client_email":"a@x.example"}', apiKey: " key " };
    expect(configOf({ ...both, authMethod: "api_key" })).toEqual({
      spreadsheetId: "",
      range: "",
      authMethod: "api_key",
      apiKey: "key",
    });
    expect(configOf({ ...both, authMethod: "service_account" })).toEqual({
      spreadsheetId: "",
      range: "",
      authMethod: "service_account",
      serviceAccount: { client_email: "a@x.example" },
    });
  });

  test("sends only the mailbox fields, whatever was typed before", () => {
    const mailbox = { type: "email", email: " ann@x.example ", server: "", spreadsheetId: ID } as const;
    const shared = { email: "ann@x.example", server: "", labels: "INBOX" };
    expect(configOf({ ...mailbox, labels: " ", appPassword: "abcd efgh ijkl mnop" })).toEqual({
      ...shared,
      appPassword: "abcdefghijklmnop",
    });
    expect(configOf({ ...mailbox, appPassword: null })).toEqual(shared);
  });

  test("requires a mailbox address", () => {
    expect(SourceFields.safeParse(typed({ type: "email", email: " " })).error?.issues).toMatchObject([
      { path: ["email"], message: "Email is required" },
      { path: ["appPassword"], message: "Password is required" },
    ]);
  });
});

describe("a pasted key file that isn't a JSON object", () => {
  const complaint = { path: ["serviceAccountJson"], message: "Invalid JSON format in service account credentials" };

  test.each(["{", "[]", '"text"', "null", "12"])("rejects %j", (serviceAccountJson) => {
    expect(SourceFields.safeParse(typed({ serviceAccountJson })).error?.issues).toMatchObject([complaint]);
  });

  test("is reported together with a missing name", () => {
    const { error } = SourceFields.safeParse(typed({ name: "", serviceAccountJson: "{" }));
    expect(error?.issues).toMatchObject([{ path: ["name"], message: "Name is required" }, complaint]);
  });

  test("is ignored when an API key is used", () => {
    expect(SourceFields.safeParse(typed({ authMethod: "api_key", serviceAccountJson: "{" })).success).toBe(true);
  });
});
