import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { actAs } from "#server/platform/acting.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { oneEngine } from "#test/stores.ts";

const RULE = { name: "Intent", keywords: ["demo"], scoreWeight: 10 };
const SOURCE = { name: "Fair", type: "google_sheets", config: { spreadsheetId: "abc", apiKey: "key" } };
const TARGET = { name: "Acme", url: "https://acme.example/", type: "website" };
const MAIL = {
  smtpHost: "smtp.acme.example",
  smtpPort: 587,
  username: "ann",
  password: "secret",
  fromEmail: "ann@acme.example",
  recipientEmails: ["bo@acme.example"],
};
const MAILBOX = { email: "ann@acme.example", appPassword: "secret", server: "imap://127.0.0.1:1" };

interface Case {
  noun: string;
  /** Creates the record. */
  create: [key: EndpointKey, body: object];
  save: EndpointKey;
  /** What two people save, and what the second learns about the first change. */
  theirs: object;
  mine: object;
  said: string;
}

const cases: Case[] = [
  {
    noun: "rule",
    create: ["POST /api/rules", RULE],
    save: "PATCH /api/rules/{id}",
    theirs: { scoreWeight: 20 },
    mine: { name: "Mine" },
    said: "You changed this rule while you were editing. Weight: 20.",
  },
  {
    noun: "data source",
    create: ["POST /api/data-sources", SOURCE],
    save: "PATCH /api/data-sources/{id}",
    theirs: { config: { apiKey: "another" } },
    mine: { name: "Mine" },
    said: "You changed this data source while you were editing. Credentials changed.",
  },
  {
    noun: "scrape target",
    create: ["POST /api/scrape-targets", TARGET],
    save: "PATCH /api/scrape-targets/{id}",
    theirs: { maxPages: 7, selectors: { name: "h1" } },
    mine: { name: "Mine" },
    said: "You changed this scrape target while you were editing. Selectors changed; Page limit: 7.",
  },
  {
    noun: "saved view",
    create: ["POST /api/lead-views", { name: "Hot", query: "minScore=50" }],
    save: "PATCH /api/lead-views/{id}",
    theirs: { name: "Hotter" },
    mine: { name: "Mine" },
    said: "You changed this view while you were editing. Name: Hotter.",
  },
  {
    noun: "email settings record",
    create: ["POST /api/email-settings", MAIL],
    save: "PATCH /api/email-settings/{id}",
    theirs: { recipientEmails: ["cy@acme.example", "di@acme.example"] },
    mine: { smtpPort: 25 },
    said: "You changed the email settings while you were editing. Recipient emails: cy@acme.example, di@acme.example.",
  },
  {
    noun: "mailbox",
    create: ["POST /api/gmail/config", MAILBOX],
    save: "POST /api/gmail/config",
    theirs: { ...MAILBOX, appPassword: undefined, syncInterval: 45 },
    mine: { ...MAILBOX, labels: "Sales" },
    said: "You changed the mailbox settings while you were editing. Sync interval: 45.",
  },
  {
    noun: "setting",
    create: ["PUT /api/settings", {}],
    save: "PUT /api/settings",
    theirs: { backupKept: 9 },
    mine: { backupKept: 5, backupHour: 4 },
    said: "You changed the settings while you were editing. Backups to keep: 9.",
  },
  {
    noun: "list of analysis rules",
    create: ["PUT /api/gmail/rules", { inclusionKeywords: [], exclusionKeywords: [], minimumConfidence: 70 }],
    save: "PUT /api/gmail/rules",
    theirs: { inclusionKeywords: ["quote"], exclusionKeywords: [], minimumConfidence: 70 },
    mine: { inclusionKeywords: [], exclusionKeywords: ["webinar"], minimumConfidence: 70 },
    said: "You changed the settings while you were editing. Inclusion keywords: quote.",
  },
];

async function seen(winnow: TestWinnow, { create: [key, body] }: Case): Promise<{ id?: string; version: string }> {
  return (await winnow.call(key, { body })).json<{ id?: string; version: string }>();
}

describe.each(oneEngine("postgres"))("two people who change one record, on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine);
  });
  afterAll(() => winnow.close());

  test.each(cases)("learn of each other's change: $noun", async (one) => {
    const { id = "", version } = await seen(winnow, one);
    const save = (body: object) => winnow.call(one.save, { id, body });

    const theirs = await save({ ...one.theirs, version });
    expect(theirs.statusCode).toBeLessThan(300);
    const refused = await save({ ...one.mine, version });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      type: "urn:winnow:problem:stale",
      detail: one.said,
      changedBy: "You",
      changedAt: expect.any(String),
    });

    const newer = theirs.json<{ version: string }>().version;
    expect(newer).not.toBe(version);
    const mine = await save({ ...one.mine, version: newer });
    expect(mine.statusCode).toBeLessThan(300);
    // A client that knows only the specification's fields sends no version.
    expect((await save(one.theirs)).statusCode).toBeLessThan(300);
  });

  test("aren't stopped by a change that was undone, and learn who undid one", async () => {
    const { id, version } = await winnow.ok("POST /api/rules", { body: RULE });
    const changed = await winnow.call("PATCH /api/rules/{id}", { id, body: { scoreWeight: 20 } });
    const { version: newer } = changed.json<{ version: string }>();
    const actId = String(changed.headers["x-act-id"]);
    const { store, clock } = winnow.workspace;
    const at = clock().toISOString();
    await actAs({ by: "Bo", userId: null, requestId: null }, () =>
      store.journal.undo(actId, { by: "Bo", at, rescore: (lead) => lead }),
    );
    const stale = await winnow.call("PATCH /api/rules/{id}", { id, body: { name: "Mine", version: newer } });
    expect(stale.json()).toMatchObject({ changedBy: "Bo", changes: ["Weight: 10"] });
    await winnow.ok("PATCH /api/rules/{id}", { id, body: { name: "Mine", version } });
  });

  test("don't replace each other's notes", async () => {
    const body = { name: "Cy", email: "cy@acme.example", notes: "First" };
    const { id } = await winnow.ok("POST /api/leads", { body });
    const save = (notes: string, formerNotes?: string) =>
      winnow.call("PATCH /api/leads/{id}", { id, body: { notes, formerNotes } });
    expect((await save("Theirs", "First")).statusCode).toBe(200);
    const refused = await save("Mine", "First");
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      type: "urn:winnow:problem:stale",
      detail: "You changed these notes while you were editing.",
      changedBy: "You",
    });
    expect(await winnow.ok("GET /api/leads/{id}", { id })).toMatchObject({ notes: "Theirs" });
    // The answer of a save may have been lost.
    expect((await save("Theirs", "First")).statusCode).toBe(200);
    expect((await save("Mine", "Theirs")).statusCode).toBe(200);
    expect((await save("Any")).statusCode).toBe(200);
  });

  test("don't replace each other's values of fields", async () => {
    await winnow.ok("POST /api/lead-fields", { body: { name: "Seats", kind: "number" } });
    await winnow.ok("POST /api/lead-fields", { body: { name: "Region", kind: "text" } });
    const { id } = await winnow.ok("POST /api/leads", { body: { name: "Di", email: "di@acme.example" } });
    const patch = (body: object) => winnow.call("PATCH /api/leads/{id}", { id, body });
    const theirs = { phone: "+44 20 7946 0001", fields: { seats: 7 } };
    const former = { phone: "", fields: { seats: null, region: null } };
    expect((await patch({ ...theirs, former })).statusCode).toBe(200);
    const mine = { phone: "+44 20 7946 0002", fields: { seats: 9, region: "North" } };
    expect((await patch({ ...mine, former })).json()).toMatchObject({
      status: 409,
      type: "urn:winnow:problem:stale",
      detail: "You changed this lead while you were editing. Phone: +44 20 7946 0001; Seats: 7.",
      changedBy: "You",
    });
    expect(await winnow.ok("GET /api/leads/{id}", { id })).toMatchObject(theirs);
    // The answer of a save may have been lost.
    expect((await patch({ ...theirs, former })).statusCode).toBe(200);
    // What the edit leaves alone doesn't matter.
    expect((await patch({ company: "Acme", former: { company: "" } })).statusCode).toBe(200);
    expect(
      (await patch({ ...mine, former: { ...theirs, fields: { ...theirs.fields, region: null } } })).statusCode,
    ).toBe(200);
    expect((await patch(theirs)).statusCode).toBe(200);
  });

  test("don't replace each other's tags", async () => {
    const body = { name: "Ann", email: "ann@acme.example", tags: ["Fair", "Cold"] };
    const { id } = await winnow.ok("POST /api/leads", { body });
    const set = (tags: string[], formerTags?: string[]) =>
      winnow.ok("PATCH /api/leads/{id}", { id, body: { tags, formerTags } });
    await set(["Fair", "Cold", "Theirs"], ["Fair", "Cold"]);
    await set(["Fair"], ["Fair", "Cold"]);
    expect((await set(["Fair", "Mine"], ["Fair"])).tags).toEqual(["Fair", "Mine", "Theirs"]);

    // A tag that was deleted in the meantime doesn't come back with another change.
    const theirs = (await winnow.ok("GET /api/tags")).find(({ name }) => name === "Theirs");
    await winnow.ok("DELETE /api/tags/{id}", { id: theirs?.id ?? "" });
    const former = ["Fair", "Mine", "Theirs"];
    expect((await set([...former, "New"], former)).tags).toEqual(["Fair", "Mine", "New"]);
    expect((await winnow.ok("GET /api/tags")).map(({ name }) => name)).not.toContain("Theirs");
    expect((await set(["Only"])).tags).toEqual(["Only"]);
  });

  test("don't replace each other's decision", async () => {
    const { id } = await winnow.ok("POST /api/leads", { body: { name: "Ann", email: "ann@acme.example" } });
    const patch = (body: object) => winnow.call("PATCH /api/leads/{id}", { id, body });
    const theirs = await patch({ status: "approved", formerStatus: "pending" });
    expect(theirs.statusCode).toBe(200);

    const mine = { status: "rejected", formerStatus: "pending" };
    const stale = {
      status: 409,
      type: "urn:winnow:problem:stale",
      detail: "Ann was approved by you.",
      changedBy: "You",
      changedAt: expect.any(String),
      leadStatus: "approved",
    };
    expect((await patch(mine)).json()).toMatchObject(stale);
    expect((await patch({ ...mine, company: "Acme" })).json()).toMatchObject(stale);
    expect(await winnow.ok("GET /api/leads/{id}", { id })).toMatchObject({ status: "approved", company: "" });

    // Of an undone decision, who made the one before isn't known.
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(theirs.headers["x-act-id"]) });
    expect((await patch({ status: "rejected", formerStatus: "approved" })).json()).toMatchObject({
      detail: "Ann was set to pending in the meantime.",
      changedBy: null,
    });

    await winnow.ok("POST /api/leads/bulk-status", { body: { selection: { ids: [id] }, status: "qualified" } });
    expect((await patch(mine)).json()).toMatchObject({ detail: "Ann was qualified by you.", leadStatus: "qualified" });
    expect((await patch({ status: "approved", notes: "Called" })).statusCode).toBe(200);
    expect((await patch(mine)).json()).toMatchObject({ detail: "Ann was approved by you.", leadStatus: "approved" });

    expect((await patch({ ...mine, formerStatus: "approved" })).statusCode).toBe(200);
    // The answer of a decision may have been lost.
    expect((await patch(mine)).statusCode).toBe(200);
    // A client without an expectation.
    expect((await patch({ status: "approved" })).statusCode).toBe(200);
    expect((await winnow.call("PATCH /api/leads/{id}", { id: "999", body: mine })).statusCode).toBe(404);
  });
});

describe.each(oneEngine("postgres"))("two people who start with nothing saved, on %s", (engine) => {
  test("may change different settings", async () => {
    const winnow = await freshWinnow(engine);
    const { version } = await winnow.ok("GET /api/settings");
    await winnow.ok("PUT /api/settings", { body: { reportHour: 6, version } });
    await winnow.ok("PUT /api/settings", { body: { backupHour: 4, version } });
    expect(await winnow.ok("GET /api/settings")).toMatchObject({ ...DEFAULT_SETTINGS, reportHour: 6, backupHour: 4 });
  });

  test("don't both create the email settings", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/email-settings", { body: { ...MAIL, version: "" } });
    const second = await winnow.call("POST /api/email-settings", { body: { ...MAIL, smtpPort: 25, version: "" } });
    expect(second.statusCode).toBe(409);
    expect(await winnow.ok("GET /api/email-settings")).toMatchObject([{ smtpPort: 587, isActive: true }]);
  });

  test.each([
    ["PUT /api/rules", { rules: [] }],
    ["POST /api/rules/import", { file: { winnowRules: 1, rules: [] }, replace: true }],
  ] as const)("%s deletes no rule that the client hasn't seen", async (key, body) => {
    const winnow = await freshWinnow(engine);
    const intent = await winnow.ok("POST /api/rules", { body: RULE });
    const budget = await winnow.ok("POST /api/rules", { body: { ...RULE, name: "Budget" } });
    const version = { rules: { [intent.id]: intent.version, [budget.id]: budget.version }, threshold: 30 };
    await winnow.ok("DELETE /api/rules/{id}", { id: budget.id });
    await winnow.ok("PATCH /api/rules/{id}", { id: intent.id, body: { scoreWeight: 15 } });
    await winnow.ok("POST /api/rules", { body: { ...RULE, name: "Added" } });

    const refused = await winnow.call(key, { body: { ...body, version } });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ changes: string[] }>().changes).toEqual([
      "Rule “Intent” changed (Weight: 15)",
      "Rule “Added” added",
      "1 rule deleted",
    ]);
    const now = await winnow.ok("GET /api/rules");
    expect(now.map(({ name }) => name)).toEqual(["Intent", "Added"]);

    const rules = Object.fromEntries(now.map((rule) => [rule.id, rule.version]));
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 40 } });
    const moved = await winnow.call(key, { body: { ...body, version: { rules, threshold: 30 } } });
    expect(moved.json()).toMatchObject({ status: 409, changes: ["Threshold: 40"], changedBy: "You" });
    await winnow.ok(key, { body: { ...body, version: { rules, threshold: 40 } } });
    expect(await winnow.ok("GET /api/rules")).toEqual([]);
  });
});
