import { describe, expect, test } from "vitest";
import type { NewRule, Rule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { rescored } from "#test/jobs.ts";
import { addLeads as storeLeads, oneEngine } from "#test/stores.ts";

const INTENT = { name: "Intent", keywords: ["demo", "budget"], scoreWeight: 20 };
const STUDENTS = { name: "Students", keywords: ["thesis"], scoreWeight: -30, note: "They only ask for data" };
const PHONE = { name: "Says when", keywords: [String.raw`call (me|us) on \w+day`], mode: "regex", counting: "once" };

function withoutIds(rules: readonly Rule[]): unknown[] {
  return rules.map(({ id: _id, createdAt: _createdAt, ...rule }) => rule);
}

async function addLeads(winnow: TestWinnow, notes: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, text] of notes.entries()) {
    const body = { name: `Lead ${at}`, email: `lead${at}@x.example`, notes: text };
    ids.push((await winnow.ok("POST /api/leads", { body })).id);
  }
  return ids;
}

describe.each(oneEngine("sqlite"))("rules on %s", (engine) => {
  test("are replaced as one list with the threshold, by one action that can be undone", async () => {
    const winnow = await freshWinnow(engine);
    const [lead = ""] = await addLeads(winnow, ["A demo within our budget. Call us on Monday. For my thesis."]);
    const intent = await winnow.ok("POST /api/rules", { body: INTENT });
    const students = await winnow.ok("POST /api/rules", { body: STUDENTS });
    await rescored(winnow.workspace);
    expect(await winnow.ok("GET /api/leads/{id}", { id: lead })).toMatchObject({ score: 10, status: "pending" });

    const { note: _note, ...rest } = intent;
    const answer = await winnow.call("PUT /api/rules", {
      body: { rules: [{ ...rest, scoreWeight: 30, fields: ["notes"] }, PHONE], threshold: 65 },
    });
    const { rules, threshold, actId } = answer.json<{ rules: Rule[]; threshold: number; actId: string }>();
    expect(answer.headers["x-act-id"]).toBe(actId);
    expect(threshold).toBe(65);
    expect(rules).toMatchObject([
      { id: intent.id, scoreWeight: 30, fields: ["notes"], createdAt: intent.createdAt },
      { name: PHONE.name, mode: "regex", scoreWeight: LIMITS.rule.weight.default },
    ]);
    expect(await winnow.ok("GET /api/rules")).toEqual(rules);
    await rescored(winnow.workspace);
    expect(await winnow.ok("GET /api/leads/{id}", { id: lead })).toMatchObject({ score: 70, status: "qualified" });

    await winnow.ok("POST /api/journal/{id}/undo", { id: actId });
    expect(await winnow.ok("GET /api/rules")).toEqual([intent, students]);
    const { qualificationThreshold } = await winnow.ok("GET /api/settings");
    expect(qualificationThreshold).toBe(LIMITS.qualificationThreshold.default);
    await expect
      .poll(async () => winnow.ok("GET /api/leads/{id}", { id: lead }))
      .toMatchObject({ score: 10, status: "pending" });
  });

  test("that equal the current list are not an action", async () => {
    const winnow = await freshWinnow(engine);
    const intent = await winnow.ok("POST /api/rules", { body: INTENT });
    const same = await winnow.ok("PUT /api/rules", { body: { rules: [intent], threshold: 30 } });
    expect(same).toEqual({ rules: [intent], threshold: 30, actId: null });
  });

  test("with a mistake are named by their position, and nothing is saved", async () => {
    const winnow = await freshWinnow(engine);
    const intent = await winnow.ok("POST /api/rules", { body: INTENT });
    const faulty = { ...PHONE, keywords: ["fine", String.raw`(a)\1`] };
    const fieldsOf = async (key: "PUT /api/rules" | "POST /api/rules" | "POST /api/rules/import", body: unknown) => {
      const refused = await winnow.call(key, { body });
      expect(refused.statusCode).toBe(422);
      return refused.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
    };
    expect(await fieldsOf("PUT /api/rules", { rules: [INTENT, INTENT, faulty] })).toEqual(["rules.2.keywords.1"]);
    expect(await fieldsOf("PUT /api/rules", { rules: [{ ...INTENT, id: "999" }] })).toEqual(["rules.0.id"]);
    expect(await fieldsOf("PUT /api/rules", { rules: [intent, intent] })).toEqual(["rules.1.id"]);
    expect(await fieldsOf("POST /api/rules", faulty)).toEqual(["keywords.1"]);
    const file = { winnowRules: 1, rules: [INTENT, faulty] };
    expect(await fieldsOf("POST /api/rules/import", { file, replace: true })).toEqual(["file.rules.1.keywords.1"]);
    const patch = { mode: "regex", keywords: ["(?=a)"] };
    const refused = await winnow.call("PATCH /api/rules/{id}", { id: intent.id, body: patch });
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      422,
      expect.stringContaining("lookahead"),
    ]);
    expect(await winnow.ok("GET /api/rules")).toEqual([intent]);
  });

  test("are exported to another Winnow as a file, and importing them again changes nothing", async () => {
    const winnow = await freshWinnow(engine);
    for (const body of [INTENT, INTENT, STUDENTS, PHONE]) await winnow.ok("POST /api/rules", { body });
    const there = await winnow.ok("GET /api/rules");
    const answer = await winnow.call("GET /api/rules/file");
    expect(answer.headers["content-disposition"]).toMatch(
      /^attachment; filename="winnow-rules-\d{4}-\d\d-\d\d.json"$/u,
    );
    const file = answer.json<{ rules: NewRule[] }>();

    const other = await freshWinnow(engine);
    const own = await other.ok("POST /api/rules", { body: { name: "Own", keywords: ["crane"] } });
    await other.ok("POST /api/rules", { body: INTENT });
    const added = await other.ok("POST /api/rules/import", { body: { file } });
    expect(added).toMatchObject({ added: 3, unchanged: 1, removed: 0 });
    expect(await other.ok("POST /api/rules/import", { body: { file } })).toEqual({
      added: 0,
      unchanged: 4,
      removed: 0,
      actId: null,
    });
    const replaced = await other.ok("POST /api/rules/import", { body: { file, replace: true } });
    expect(replaced).toMatchObject({ added: 0, unchanged: 4, removed: 1 });
    const here = await other.ok("GET /api/rules");
    const inOrder = (rules: readonly Rule[]): unknown[] =>
      withoutIds(rules.toSorted((a, b) => a.name.localeCompare(b.name)));
    expect(inOrder(here)).toEqual(inOrder(there));
    await other.ok("POST /api/journal/{id}/undo", { id: replaced.actId ?? "" });
    expect(await other.ok("GET /api/rules")).toContainEqual(own);
  });

  test("that match no leads or nearly all are pointed out, once there are enough leads", async () => {
    const winnow = await freshWinnow(engine);
    const all = await winnow.ok("POST /api/rules", { body: { name: "Polite", keywords: ["hello", "demo"] } });
    const none = await winnow.ok("POST /api/rules", { body: { name: "Cranes", keywords: ["crane"] } });
    const off = { name: "Off", keywords: ["tower"], isActive: false };
    await winnow.ok("POST /api/rules", { body: off });
    await winnow.ok("POST /api/rules", { body: { name: "Some", keywords: ["Demos"] } });
    const notes = Array.from({ length: LIMITS.ruleChecks.leads - 1 }, (_, at) => (at < 2 ? "Two demos" : "Hello"));
    await addLeads(winnow, notes);
    const kinds = async (): Promise<unknown[]> =>
      (await winnow.ok("GET /api/rules/checks")).map(({ kind, ruleId, keyword }) => [kind, ruleId, keyword]);
    const overlap = expect.arrayContaining(["overlap", "Demos"]) as unknown;
    expect(await kinds()).toEqual([overlap]);
    await winnow.ok("POST /api/leads", { body: { name: "Last", email: "last@x.example", notes: "hello" } });
    await expect.poll(kinds).toEqual([["always", all.id, null], ["dead", none.id, null], overlap]);
  });

  test("can search the columns and answers that leads have, which are listed", async () => {
    const winnow = await freshWinnow(engine);
    expect(await winnow.ok("GET /api/rules/fact-names")).toEqual([]);
    const facts = [["Team size", "Budget"], [], ["Budget", "Zürich?"]];
    await storeLeads(
      winnow.workspace.store,
      facts.map((names) => ({ facts: names.map((name) => ({ name, value: "yes" })) })),
    );
    expect(await winnow.ok("GET /api/rules/fact-names")).toEqual(["Budget", "Team size", "Zürich?"]);
  });
});
