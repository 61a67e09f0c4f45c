import { describe, expect, test } from "vitest";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { NewRule } from "#shared/contract/rule.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { rescored } from "#test/jobs.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";

type RuleBody = Partial<NewRule> & Pick<NewRule, "name" | "keywords">;

const condition = (key: string, scoreWeight: number, ...keywords: string[]): RuleBody => ({
  name: `By ${key}`,
  mode: "condition",
  fields: [`field:${key}`],
  keywords,
  scoreWeight,
});

async function withFields(engine: EngineName) {
  const winnow = await freshWinnow(engine);
  const addField = async (name: string, kind: FieldKind, options: string[] = []) =>
    (await winnow.ok("POST /api/lead-fields", { body: { name, kind, options } })).id;
  const ids = {
    budget: await addField("Budget", "number"),
    closing: await addField("Closing", "date"),
    tier: await addField("Tier", "choice", ["Gold", "Silver"]),
    needs: await addField("Needs", "choices", ["Crane", "Lift"]),
    vip: await addField("VIP", "yesNo"),
  };
  const addRule = (body: RuleBody) => winnow.ok("POST /api/rules", { body });
  let added = 0;
  const addLead = async (fields: Record<string, string | number | boolean | string[]>) => {
    added += 1;
    const body = { name: `Lead ${added}`, email: `lead${added}@fields.example`, fields };
    return (await winnow.ok("POST /api/leads", { body })).id;
  };
  return { winnow, ids, addRule, addLead };
}

const edit = (winnow: TestWinnow, id: string, fields: Record<string, string | number | boolean | null>) =>
  winnow.call("PATCH /api/leads/{id}", { id, body: { fields } });
const undo = (winnow: TestWinnow, id: unknown): Promise<unknown> =>
  winnow.ok("POST /api/journal/{id}/undo", { id: String(id) });
const scoreOf = async (winnow: TestWinnow, id: string) => (await winnow.ok("GET /api/leads/{id}", { id })).score;
const allScores = async (winnow: TestWinnow) =>
  ((await winnow.ok("GET /api/leads", { query: { sort: "name" } })) as Lead[]).map(({ score }) => score);

describe.each(oneEngine("sqlite"))("rules by custom fields on %s", (engine) => {
  test("score numbers, dates, options and empty fields, and explain why", async () => {
    const { winnow, addRule, addLead } = await withFields(engine);
    const rich = { budget: 5000, closing: "2026-02-01", tier: "Silver", needs: ["Crane", "Lift"], vip: true };
    const id = await addLead(rich);
    await addRule(condition("budget", 20, "at least 5,000"));
    await addRule(condition("closing", 11, "between 2026-01-01 and 2026-02-01", "after 2026-02-01"));
    await addRule(condition("tier", 7, "is gold", "is silver"));
    await addRule(condition("needs", 3, "is Crane", "is Lift", "empty"));
    await addRule(condition("vip", 2, "is yes"));
    await addRule({ name: "Words", keywords: ["crane*", "silver"], scoreWeight: 1, fields: ["field:needs"] });
    await rescored(winnow.workspace);
    const { score, parts, missing } = await winnow.ok("GET /api/leads/{id}/explanation", { id });
    expect(
      parts.map(({ keyword, field, fieldName, excerpt, points }) => [keyword, field, fieldName, excerpt, points]),
    ).toEqual([
      ["Budget is at least 5,000", "field:budget", "Budget", "5000", 20],
      ["Closing is between Jan 1, 2026 and Feb 1, 2026", "field:closing", "Closing", "2026-02-01", 11],
      ["Tier is silver", "field:tier", "Tier", "Silver", 7],
      ["Needs is Crane", "field:needs", "Needs", "Crane\nLift", 3],
      ["Needs is Lift", "field:needs", "Needs", "Crane\nLift", 3],
      ["VIP is yes", "field:vip", "VIP", "Yes", 2],
      ["crane*", "field:needs", "Needs", "Crane", 1],
    ]);
    expect([score, missing]).toEqual([47, 0]);
    const [lead] = (await winnow.ok("GET /api/leads", {})) as Lead[];
    expect(lead?.keywords).toEqual(["crane*"]);
    const empty = await addLead({});
    const other = await winnow.ok("GET /api/leads/{id}/explanation", { id: empty });
    expect(other.parts).toMatchObject([{ keyword: "Needs is empty", excerpt: "", points: 3, isCondition: true }]);
    expect(other.open[0]).toMatchObject({ keywords: ["Budget is at least 5,000"], fieldNames: ["Budget"], points: 20 });
  });

  test("score with every change of a value: edit, many leads, batch, merge, moved details and undo", async () => {
    const { winnow, ids, addRule, addLead } = await withFields(engine);
    await addRule(condition("budget", 40, "at least 10"));
    await addRule({ name: "Everywhere", keywords: ["gold"], scoreWeight: 5 });
    await rescored(winnow.workspace);
    const [first, second] = [await addLead({ budget: 10 }), await addLead({ budget: 9, tier: "Gold" })];
    expect(await allScores(winnow)).toEqual([40, 5]);
    const edited = await edit(winnow, second, { budget: 12.5 });
    expect(edited.json()).toMatchObject({ score: 45, status: "qualified" });
    await undo(winnow, edited.headers["x-act-id"]);
    expect(await allScores(winnow)).toEqual([40, 5]);
    const { actId } = await winnow.ok("POST /api/leads/bulk-fields", {
      body: { selection: { ids: [first, second] }, fields: { budget: "100", tier: "gold" } },
    });
    expect(await allScores(winnow)).toEqual([45, 45]);
    await undo(winnow, actId);
    expect(await allScores(winnow)).toEqual([40, 5]);
    const leads = [
      { name: "Lead 3", email: "lead3@fields.example", fields: { budget: 11 } },
      { name: "Lead 4", email: "lead4@fields.example", facts: [{ name: "Spend", value: "70" }] },
    ];
    await winnow.ok("POST /api/leads/batch", { body: { leads } });
    expect(await allScores(winnow)).toEqual([40, 5, 40, 0]);
    const promoted = await winnow.ok("POST /api/lead-fields/{id}/promotion", {
      id: ids.budget,
      body: { detail: "Spend" },
    });
    expect(await allScores(winnow)).toEqual([40, 5, 40, 40]);
    const demoted = await winnow.ok("POST /api/lead-fields/{id}/demotion", { id: ids.budget });
    expect(await allScores(winnow)).toEqual([0, 5, 0, 0]);
    await undo(winnow, demoted.actId);
    await undo(winnow, promoted.actId);
    expect(await allScores(winnow)).toEqual([40, 5, 40, 0]);
    await winnow.ok("POST /api/leads/{id}/merge", { id: first, body: { otherId: second, take: {} } });
    expect(await scoreOf(winnow, first)).toBe(45);
  });

  test("follow the field when it is deleted, and mark rules that can't match anymore", async () => {
    const { winnow, ids, addRule, addLead } = await withFields(engine);
    const id = await addLead({ budget: 10, tier: "Gold" });
    const rule = await addRule(condition("budget", 40, "at least 10"));
    const tier = await addRule(condition("tier", 4, "is Gold"));
    await addRule({ name: "Words", keywords: ["gold"], scoreWeight: 2, fields: ["field:tier", "notes"] });
    await addRule({ name: "Everywhere", keywords: ["gold"], scoreWeight: 1 });
    await rescored(winnow.workspace);
    expect(await scoreOf(winnow, id)).toBe(47);
    const deleted = await winnow.call("DELETE /api/lead-fields/{id}", { id: ids.budget });
    await rescored(winnow.workspace);
    expect(await scoreOf(winnow, id)).toBe(7);
    expect(await winnow.ok("GET /api/rules/checks")).toContainEqual({
      kind: "invalid",
      ruleId: rule.id,
      otherRuleId: null,
      keyword: null,
      message: "“By budget”: There is no custom field budget, so nothing matches there.",
    });
    await winnow.ok("PATCH /api/lead-fields/{id}", { id: ids.tier, body: { options: ["Premium", "Silver"] } });
    expect(await scoreOf(winnow, id)).toBe(7);
    expect(await winnow.ok("GET /api/rules/checks")).toContainEqual(
      expect.objectContaining({
        ruleId: tier.id,
        keyword: "is Gold",
        message: expect.stringContaining("still have it"),
      }),
    );
    await undo(winnow, deleted.headers["x-act-id"]);
    await rescored(winnow.workspace);
    expect(await scoreOf(winnow, id)).toBe(47);
    await winnow.call("DELETE /api/lead-fields/{id}", { id: ids.tier });
    await rescored(winnow.workspace);
    expect(await scoreOf(winnow, id)).toBe(40);
  });

  test("keep scores that rescoring everything and a preview confirm", async () => {
    const { winnow, addRule, addLead } = await withFields(engine);
    const rules = [
      await addRule(condition("budget", 30, "at least 50", "empty")),
      await addRule(condition("closing", -9, "before 2026-03-01", "filled in")),
      await addRule(condition("needs", 3, "is Lift")),
      await addRule({ name: "Words", keywords: ["gold", "lift*"], scoreWeight: 6 }),
    ];
    for (const budget of [null, 10, 50, 1e6]) {
      for (const tier of ["Gold", "Silver"]) {
        await addLead({
          tier,
          closing: budget === 10 ? "2026-02-28" : "2026-03-01",
          ...(budget !== null && { budget }),
          ...(budget === 50 && { needs: ["Lift"] }),
        });
      }
    }
    const explained = async () => {
      const leads = (await winnow.ok("GET /api/leads", { query: { sort: "name" } })) as Lead[];
      return Promise.all(leads.map(({ id }) => winnow.ok("GET /api/leads/{id}/explanation", { id })));
    };
    await rescored(winnow.workspace);
    const before = await explained();
    expect(new Set(before.map(({ score }) => score)).size).toBeGreaterThan(4);
    const body = { rules: rules.map(({ createdAt: _at, cost: _cost, version: _version, ...rule }) => rule) };
    expect(await winnow.ok("POST /api/what-if", { body })).toMatchObject({ total: 8, changed: 0 });
    for (const scoreWeight of [31, 30]) {
      const raised = rules.map(({ id, ...rule }) => ({
        ...rule,
        id,
        scoreWeight: id === rules[0]?.id ? scoreWeight : rule.scoreWeight,
      }));
      const asked = { rules: raised.map(({ createdAt: _at, cost: _cost, version: _version, ...rule }) => rule) };
      const expected = await winnow.ok("POST /api/what-if", { body: asked });
      expect(expected.changed).toBe(6);
      await winnow.ok("PATCH /api/rules/{id}", { id: rules[0]?.id ?? "", body: { scoreWeight } });
      await rescored(winnow.workspace);
      expect(await winnow.ok("POST /api/what-if", { body: asked })).toMatchObject({ changed: 0 });
    }
    expect(await explained()).toEqual(before);
  });

  test("are refused if they can't match, except in imported files", async () => {
    const { winnow } = await withFields(engine);
    const refused = async (body: RuleBody) => {
      const answer = await winnow.call("POST /api/rules", { body });
      return [answer.statusCode, answer.json<{ errors?: { field: string }[] }>().errors?.[0]?.field];
    };
    expect(await refused(condition("budget", 5, "at least many"))).toEqual([422, "keywords.0"]);
    expect(await refused(condition("budget", 5, "between 9 and 5"))).toEqual([422, "keywords.0"]);
    expect(await refused(condition("budget", 5, "empty", "before 2026-01-01"))).toEqual([422, "keywords.1"]);
    expect(await refused(condition("tier", 5, "is Bronze"))).toEqual([422, "keywords.0"]);
    expect(await refused(condition("nothing", 5, "empty"))).toEqual([422, "fields"]);
    expect(await refused({ ...condition("budget", 5, "empty"), fields: [] })).toEqual([422, "fields"]);
    expect(await refused({ ...condition("budget", 5, "empty"), fields: ["notes"] })).toEqual([422, "fields"]);
    expect(await refused({ name: "Words", keywords: ["5"], fields: ["field:budget"] })).toEqual([422, "fields"]);
    const rules = [{ ...condition("nothing", 5, "empty"), name: "Elsewhere" }] as NewRule[];
    const imported = await winnow.ok("POST /api/rules/import", { body: { file: { winnowRules: 1, rules } } });
    expect(imported.added).toBe(1);
    expect(await winnow.ok("GET /api/rules/checks")).toMatchObject([{ kind: "invalid" }]);
    const { rules: exported } = await winnow.ok("GET /api/rules/file");
    expect(exported).toMatchObject(rules);
  });
});
