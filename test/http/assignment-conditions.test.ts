import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";
import { deliver, processed } from "#test/http/form-deliveries.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { jobsEnded } from "#test/jobs.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

/** Ada and Bob, the fields Budget and Tier, the tags Fair and VIP, and an uploaded file. */
async function prepared(engine: EngineName, file: string | null = null) {
  const winnow = await freshWinnow(engine, { google });
  const tier = { name: "Tier", kind: "choice" as const, options: ["Gold", "Silver"] };
  const budgetId = (await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "number" } })).id;
  const tierId = (await winnow.ok("POST /api/lead-fields", { body: tier })).id;
  // Uploads take no cookies, so before there are accounts.
  const importId = file === null ? "" : (await uploadFile(winnow, "fair.csv", file)).id;
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  const accountOf = new Map((await winnow.ok("GET /api/team")).map(({ username, id }) => [username, id]));
  const fair = (await winnow.ok("POST /api/tags", { body: { name: "Fair" } })).id;
  const vip = (await winnow.ok("POST /api/tags", { body: { name: "VIP" } })).id;
  const bodyOf = (name: string, conditions: object, person = BOB.username) => ({
    name,
    conditions,
    strategy: "person" as const,
    people: [{ accountId: accountOf.get(person) ?? "", weight: 1 }],
  });
  const addRule = (...rule: Parameters<typeof bodyOf>) =>
    winnow.ok("POST /api/assignment-rules", { body: bodyOf(...rule) });
  return { winnow, importId, budgetId, tierId, fair, vip, bodyOf, addRule };
}

const byField = (key: string, ...anyOf: string[]) => ({ customFields: [{ field: `field:${key}`, anyOf }] });
const undo = (winnow: TestWinnow, id: unknown): Promise<unknown> =>
  winnow.ok("POST /api/journal/{id}/undo", { id: String(id) });
const reasons = async (winnow: TestWinnow) =>
  (await winnow.ok("GET /api/assignment-rules")).map(({ neverMatches }) => neverMatches);

async function ownersOf(winnow: TestWinnow): Promise<Record<string, string>> {
  const leads = (await winnow.ok("GET /api/leads")) as Lead[];
  return Object.fromEntries(leads.map(({ name, owner }) => [name, owner]));
}

describe.each(oneEngine("sqlite"))("assignment by custom fields and tags on %s", (engine) => {
  test("sees the values of new leads from every source", async () => {
    const file = "Name,Email,Budget\nFile,f@fair.example,7000\n";
    const { winnow, importId, addRule } = await prepared(engine, file);
    await addRule("Large", byField("budget", "at least 5,000"));
    await addRule("Rest", byField("budget", "filled in"), ADA.username);
    await winnow.ok("POST /api/leads", { body: { name: "Api", email: "a@api.example", fields: { budget: 5000 } } });
    const leads = [
      { name: "Batch", email: "b@api.example", fields: { budget: "6,000" } },
      { name: "Small", email: "c@api.example", fields: { budget: 4999 } },
      { name: "None", email: "d@api.example" },
    ];
    await winnow.ok("POST /api/leads/batch", { body: { leads } });
    await winnow.ok("POST /api/imports/{id}/start", { id: importId });
    await jobsEnded(winnow.workspace);
    await connectSheet(winnow, google, [
      ["Name", "Email", "Budget"],
      ["Sheet", "s@sheet.example", "8,000"],
    ]);
    await sync(winnow);
    await deliver(winnow, { name: "Form", email: "w@form.example", Budget: "9000" });
    await processed(winnow);
    expect(await ownersOf(winnow)).toEqual({
      Api: "Bob",
      Batch: "Bob",
      Small: "Ada",
      None: "",
      File: "Bob",
      Sheet: "Bob",
      Form: "Bob",
    });
  });

  test("sees tags that people and scoring rules add, also after one is merged", async () => {
    const { winnow, addRule, fair, vip } = await prepared(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], tag: "VIP" } });
    await addRule("VIPs", { tags: [vip] });
    const add = (name: string, more: object) =>
      winnow.ok("POST /api/leads", { body: { name, email: `${name}@tag.example`, ...more } });
    await add("Rule", { notes: "A demo, please" });
    await add("Fair", { tags: ["Fair"] });
    expect(await ownersOf(winnow)).toEqual({ Rule: "Bob", Fair: "" });
    await winnow.ok("POST /api/tags/{id}/merge", { id: fair, body: { into: vip } });
    expect(await winnow.ok("POST /api/assignment-rules/preview", { body: {} })).toMatchObject({ assigned: 1 });
    const deleted = await winnow.call("DELETE /api/tags/{id}", { id: vip });
    expect(await reasons(winnow)).toEqual(["One of its tags was deleted."]);
    expect(await winnow.ok("POST /api/assignment-rules/preview", { body: {} })).toMatchObject({ assigned: 0 });
    await undo(winnow, deleted.headers["x-act-id"]);
    expect(await winnow.ok("POST /api/assignment-rules/run")).toMatchObject({ changed: 1 });
    expect(await ownersOf(winnow)).toEqual({ Rule: "Bob", Fair: "Bob" });
  });

  test("can be previewed, run and undone on unassigned leads", async () => {
    const { winnow, bodyOf, addRule } = await prepared(engine);
    for (const [name, tier] of [
      ["One", "Gold"],
      ["Two", "Silver"],
      ["Three", null],
    ] as const) {
      const fields = { tier };
      await winnow.ok("POST /api/leads", { body: { name, email: `${name}@run.example`, fields } });
    }
    const rules = [bodyOf("Gold", byField("tier", "is gold", "empty"))];
    expect(await winnow.ok("POST /api/assignment-rules/preview", { body: { rules } })).toMatchObject({
      unassigned: 3,
      assigned: 2,
    });
    const { id } = await addRule("Gold", byField("tier", "is gold"));
    const { actId } = await winnow.ok("POST /api/assignment-rules/run");
    expect(await ownersOf(winnow)).toEqual({ One: "Bob", Two: "", Three: "" });
    await undo(winnow, actId);
    const changed = await winnow.call("PATCH /api/assignment-rules/{id}", {
      id,
      body: { conditions: byField("tier", "is silver") },
    });
    await winnow.ok("POST /api/assignment-rules/run");
    expect(await ownersOf(winnow)).toEqual({ One: "", Two: "Bob", Three: "" });
    await undo(winnow, changed.headers["x-act-id"]);
    expect(await winnow.ok("GET /api/assignment-rules")).toMatchObject([{ conditions: byField("tier", "is gold") }]);
  });

  test("names fields and options that were deleted or changed, and previews a change of type", async () => {
    const { winnow, budgetId, tierId, addRule } = await prepared(engine);
    const { id } = await addRule("Large", byField("budget", "at least 10"));
    await addRule("Gold", byField("tier", "is Gold"));
    await addRule("Any", byField("budget", "empty", "at least 20"));
    expect(await reasons(winnow)).toEqual([null, null, null]);
    const asked = { id: budgetId, query: { kind: "text" as const } };
    expect(await winnow.ok("GET /api/lead-fields/{id}/conversion", asked)).toMatchObject({
      rules: [],
      assignmentRules: ["Large"],
    });
    await winnow.ok("PATCH /api/lead-fields/{id}", { id: tierId, body: { options: ["Silver"] } });
    const converted = await winnow.ok("POST /api/lead-fields/{id}/conversion", {
      id: budgetId,
      body: { kind: "text" },
    });
    expect(await reasons(winnow)).toEqual([
      "“at least 10” doesn't fit the field “Budget” (text).",
      "“Tier” has no option “Gold”; only leads that still have it match.",
      null,
    ]);
    // What is broken already can stay while the rest changes.
    await winnow.ok("PATCH /api/assignment-rules/{id}", {
      id,
      body: { name: "Larger", conditions: { ...byField("budget", "at least 10"), minScore: 5 } },
    });
    await undo(winnow, converted.actId);
    const deleted = await winnow.call("DELETE /api/lead-fields/{id}", { id: budgetId });
    const gone = "There is no custom field budget, so nothing matches there.";
    expect(await reasons(winnow)).toEqual([gone, expect.anything(), gone]);
    await undo(winnow, deleted.headers["x-act-id"]);
    expect((await reasons(winnow))[0]).toBeNull();
  });

  test("refuses conditions that can't match, and stores nothing", async () => {
    const { winnow, bodyOf } = await prepared(engine);
    const bad: [object, string][] = [
      [byField("gone", "empty"), "conditions.customFields.0.field"],
      [byField("budget", "empty", "is 7"), "conditions.customFields.0.anyOf.1"],
      [byField("budget", "lots"), "conditions.customFields.0.anyOf.0"],
      [byField("tier", "is Bronze"), "conditions.customFields.0.anyOf.0"],
      [byField("tier"), "conditions.customFields.0.anyOf"],
      [{ customFields: [{ field: "notes", anyOf: ["empty"] }] }, "conditions.customFields.0.field"],
      [{ tags: ["99"] }, "conditions.tags.0"],
    ];
    for (const [conditions, field] of bad) {
      const answer = await winnow.call("POST /api/assignment-rules", { body: bodyOf("Bad", conditions) });
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ field }] });
    }
    expect(await winnow.ok("GET /api/assignment-rules")).toEqual([]);
  });
});
