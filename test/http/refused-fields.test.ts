import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { LEAD_FIELDS, LEAD_TEXT_FIELDS, perField } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import {
  everything,
  examplesOf,
  makeOneOfEach,
  startPeers,
  type Known,
  type Peers,
} from "#test/http/endpoint-examples.ts";
import { oneEngine } from "#test/stores.ts";

const long = (length: number): string => "x".repeat(length + 1);
const WRONG_TYPES: readonly unknown[] = [null, 7, true, {}, []];
/** Values that are not a single line of text. */
const BAD_LINES: readonly unknown[] = [...WRONG_TYPES, "two\nlines", "a\rb", "\0", "\u001b[31m", "\u007f"];

type Violations = Record<string, readonly unknown[]>;

const lead: Violations = {
  ...perField(LEAD_TEXT_FIELDS, (field) => [...BAD_LINES, long(LEAD_FIELDS[field].maxLength)]),
  name: [...BAD_LINES, "", "  ", "\u200b\u2060", long(LIMITS.lead.nameLength)],
  email: [...WRONG_TYPES, "ada", "ada@", "@x.example", "a b@x.example", "a@b@c.example", `${long(254)}@x.example`],
  notes: [...WRONG_TYPES, long(LIMITS.lead.notesLength)],
  status: [...WRONG_TYPES, "", "Qualified", "new"],
};
const rule: Violations = {
  name: [...BAD_LINES, "", "\t ", "\u3164", long(LIMITS.rule.nameLength)],
  keywords: [null, "demo", {}, [], [""], [7], ["a", null], [["a"]], [long(LIMITS.rule.keywordLength)], ["a\nb"]],
  scoreWeight: [null, "10", 0, 101, -101, 1.5, 1e300, []],
  isActive: [null, "true", 1, {}],
};
const source: Violations = {
  name: [...BAD_LINES, "", long(LIMITS.dataSource.nameLength)],
  type: [...WRONG_TYPES, "", "excel"],
  config: [null, "x", 7, []],
  "config.spreadsheetId": [...BAD_LINES, long(LIMITS.dataSource.configFieldLength)],
  "config.range": [...BAD_LINES, long(LIMITS.dataSource.configFieldLength)],
  "config.authMethod": [...WRONG_TYPES, "password"],
  "config.apiKey": [...BAD_LINES, long(LIMITS.dataSource.configFieldLength)],
  "config.serviceAccount": [null, "{}", [], 7],
  "config.serviceAccount.client_email": [null, "", "nobody", 7],
  "config.serviceAccount.private_key": [null, "", long(LIMITS.dataSource.serviceAccountLength)],
  isActive: [null, "true", 0],
};
const email: Violations = {
  smtpHost: [...BAD_LINES, "", "https://smtp.x.example", "smtp.x.example/path", "a b", long(320)],
  smtpPort: [null, "587", 0, -1, 65_536, 1.5],
  username: [...BAD_LINES, "", long(320)],
  password: [...WRONG_TYPES, "", long(320)],
  fromEmail: [
    ...WRONG_TYPES,
    "",
    "reports",
    "a@b\r\nBcc: c@d.example",
    "Ann <ann@x.example>",
    "å@x.example",
    "a@-x.example",
  ],
  recipientEmails: [
    null,
    "a@b.example",
    [],
    ["a"],
    ["a@x..example"],
    ["a@aא.example"],
    [7],
    ["a@b.example, c@d.example"],
    Array(101).fill("a@b.example"),
  ],
  reportFrequency: [...WRONG_TYPES, "", "hourly"],
  isActive: [null, "false", 2],
};
const settings: Violations = {
  qualificationThreshold: [null, "30", -1, 101, 30.5],
  autoSync: [null, "true", 1],
  syncIntervalMinutes: [null, "60", 0, 61, -15],
  maxLeadsPerSync: ["100", 0, -1, 1.5, 1e12],
};

const { isActive: _notTested, ...tested } = source;
const { reportFrequency: _notSent, isActive: _nor, ...mail } = email;
const NO_SUCH_ACCOUNT = ["config.serviceAccount.client_email", "config.serviceAccount.private_key"];

const cases: [EndpointKey, Violations][] = [
  ["POST /api/leads", lead],
  ["PATCH /api/leads/{id}", lead],
  ["POST /api/rules", rule],
  ["PATCH /api/rules/{id}", rule],
  ["POST /api/data-sources", source],
  ["PATCH /api/data-sources/{id}", source],
  ["POST /api/data-sources/test", without(tested, "name")],
  ["POST /api/email-settings", email],
  ["PATCH /api/email-settings/{id}", email],
  ["POST /api/email-settings/test", mail],
  ["PUT /api/settings", settings],
];

function without(violations: Violations, field: string): Violations {
  return Object.fromEntries(Object.entries(violations).filter(([name]) => name !== field));
}

/** The body with one field, possibly nested, set to a value. */
function withField(body: unknown, field: string, value: unknown): Record<string, unknown> {
  const [name = "", ...deeper] = field.split(".");
  const fields = { ...(body as Record<string, unknown>) };
  fields[name] = deeper.length === 0 ? value : withField(fields[name], deeper.join("."), value);
  return fields;
}

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.each(oneEngine("sqlite"))("an invalid field on %s", (engine) => {
  let winnow: TestWinnow;
  let known: Known;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google: peers.google, crms: peers.crms });
    known = await makeOneOfEach(winnow, peers);
  });
  afterAll(() => winnow.close());

  describe.each(cases)("%s", (key, violations) => {
    test.each(Object.keys(violations))("%s is named, and nothing changes", async (field) => {
      const before = await everything(winnow);
      const { id, body } = examplesOf(known, peers)[key];
      const base = NO_SUCH_ACCOUNT.includes(field)
        ? withField(body, "config.serviceAccount", { client_email: "a@b.example", private_key: "key" })
        : body;
      for (const value of violations[field] ?? []) {
        const input = { ...(id !== undefined && { id }), body: withField(base, field, value) };
        const answer = await winnow.call(key, input);
        const said = { value: JSON.stringify(value).slice(0, 50), status: answer.statusCode, answer: answer.json() };
        expect(said).toMatchObject({ status: 422, answer: { type: "urn:winnow:problem:invalid" } });
        const { errors } = answer.json<{ errors: { field: string; message: string }[] }>();
        expect({ ...said, named: errors.some((error) => error.field.startsWith(field)) }).toMatchObject({
          named: true,
        });
        expect(errors.every(({ message }) => message !== "")).toBe(true);
      }
      expect(await everything(winnow)).toEqual(before);
    });
  });

  test.each([
    ["limit", ["0", "-1", "501", "1.5", "abc", "", "1e9", "NaN"]],
    ["status", ["", "new", "QUALIFIED"]],
    ["sort", ["", "id", "--score", "score desc", "rawData"]],
    ["minScore", ["-1", "101", "x", "1.5"]],
    ["view", ["", "all"]],
    ["search", [long(LIMITS.list.searchLength)]],
    ["source", [long(LIMITS.lead.fieldLength)]],
    ["cursor", [long(2_000), "x", "eyJ9", "null", "0", "%00", "'"]],
  ])("a list's %s", async (name, values) => {
    for (const value of values) {
      const query = { limit: 10, [name]: value };
      const answer = await winnow.call("GET /api/leads", { query });
      const { errors } = answer.json<{ errors?: { field: string }[] }>();
      expect({ value, status: answer.statusCode, named: errors?.[0]?.field }).toEqual({
        value,
        status: expect.toSatisfy((status: number) => status === 400 || status === 422) as unknown,
        named: name,
      });
    }
  });

  test("a repeated parameter is rejected, not guessed", async () => {
    for (const url of [
      "/api/leads?limit=1&limit=2",
      "/api/leads?search=a&search=b",
      "/api/leads/export?status=all&status=all",
    ]) {
      expect((await winnow.app.inject({ url })).statusCode).toBe(400);
    }
  });

  test("the export and the activity list reject theirs", async () => {
    for (const url of [
      "/api/leads/export?status=new",
      "/api/leads/export?minScore=x",
      "/api/leads/export?sort=id",
      "/api/dashboard/activity?limit=0",
      "/api/dashboard/activity?limit=x",
    ]) {
      expect([url, (await winnow.app.inject({ url })).statusCode]).toEqual([url, 400]);
    }
    // A position that doesn't exist is the end of the list.
    for (const cursor of ["x", "-1", "9".repeat(30), "'"]) {
      const answer = await winnow.call("GET /api/dashboard/activity", { query: { cursor } });
      expect([cursor, answer.statusCode]).toEqual([cursor, 200]);
    }
  });
});
