import fc from "fast-check";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_RULE, RULE_COUNTINGS, type RuleDraft } from "#shared/contract/rule.ts";
import type { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { addLeads, oneEngine } from "#test/stores.ts";

interface Shown {
  id: string;
  name: string;
  company: string;
  score: number;
  status: (typeof LEAD_STATUSES)[number];
}

const word = fc.constantFrom("demo", "Demos", "budget", "sales plan", "Müller", "muller", "axe", "axes", "C++", "50%");
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const someLeads = fc.array(
  fc.record({
    notes: text,
    title: word,
    company: fc.constantFrom("Acme", "Müller GmbH"),
    status: fc.constantFrom(...LEAD_STATUSES),
    statusSetBy: fc.constantFrom("rule" as const, "person" as const),
    score: fc.nat(100),
    createdAt: fc
      .date({ min: new Date("2026-01-01"), max: new Date("2026-05-01"), noInvalidDate: true })
      .map((at) => at.toISOString()),
  }),
  { minLength: 1, maxLength: 5 },
);
const common = {
  name: fc.constant("A rule"),
  scoreWeight: fc.integer({ min: -40, max: 60 }).filter((points) => points !== 0),
  isActive: fc.boolean(),
  fields: fc.subarray(["notes", "title", "emailDomain"], { maxLength: 2 }),
  counting: fc.constantFrom(...RULE_COUNTINGS),
  halfLifeDays: fc.option(fc.integer({ min: 1, max: 90 })),
  note: fc.constant(""),
  tag: fc.constant(null),
};
const anyRule = fc.oneof(
  fc.record({
    ...common,
    mode: fc.constantFrom("words" as const, "prefix" as const, "phrase" as const, "exact" as const),
    keywords: fc.array(word, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    ...common,
    mode: fc.constant("regex" as const),
    keywords: fc.subarray(["bud(get)?", "^m.ller"], { minLength: 1 }),
  }),
);
const draft = fc.record({ rules: fc.array(anyRule, { maxLength: 4 }), threshold: fc.nat(100) });

describe.each(oneEngine("sqlite"))("what-if on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine);
  });
  afterAll(() => winnow.close());

  const ask = (body: WhatIf): Promise<WhatIfResult> => winnow.ok("POST /api/what-if", { body });

  async function leads(): Promise<Map<string, Shown>> {
    const all = await winnow.ok("GET /api/leads");
    return new Map(all.map(({ id, name, company, score, status }) => [id, { id, name, company, score, status }]));
  }

  async function save(drafts: { rules: RuleDraft[]; threshold: number }): Promise<void> {
    await winnow.ok("PUT /api/rules", { body: drafts });
    await startRescore(winnow.workspace);
  }

  test("predicts for every lead what saving then does", async () => {
    await fc.assert(
      fc.asyncProperty(someLeads, draft, draft, async (added, tried, saved) => {
        await addLeads(winnow.workspace.store, added);
        await ask(tried);
        // They come with any score: a new rule makes sure that all are rescored.
        const known = await winnow.ok("GET /api/rules");
        const edited = saved.rules.map((rule, at) => ({ ...rule, ...(known[at] && { id: known[at].id }) }));
        const rules = [...edited, { ...DEFAULT_RULE, name: "New", keywords: [randomUUID()] }];
        const predicted = await ask({ ...saved, rules });
        const before = await leads();
        await save({ ...saved, rules });
        expect(predicted).toEqual(differenceOf(before, await leads(), saved.threshold));
      }),
      { numRuns: 15 },
    );
  });

  test("reflects the current data, whatever changed since the last question", async () => {
    const address = `${randomUUID()}@acme.example`;
    await save({ rules: [], threshold: 30 });
    const rules = [{ ...DEFAULT_RULE, name: "Intent", keywords: ["orchid"], scoreWeight: 40 }];
    const qualified = async (): Promise<string[]> => (await ask({ rules })).leads.map(({ id }) => id);
    expect(await qualified()).toEqual([]);

    const { id } = await winnow.ok("POST /api/leads", { body: { name: "Ann", email: address, notes: "orchids" } });
    expect(await qualified()).toEqual([id]);
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { notes: "tulips" } });
    expect(await qualified()).toEqual([]);
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { notes: "an orchid" } });
    expect(await ask({ rules })).toMatchObject({ nowQualified: 1, leads: [{ id, statusAfter: "qualified" }] });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "rejected" } });
    const decided = { id, scoreAfter: 40, statusBefore: "rejected", statusAfter: "rejected" };
    expect(await ask({ rules })).toMatchObject({ nowQualified: 0, leads: [decided] });

    const file = await uploadFile(
      winnow,
      "fair.csv",
      `Name,Email,Notes\nBo,${randomUUID()}@b.example,Orchids please\n`,
    );
    await winnow.ok("POST /api/imports/{id}/start", { id: file.id });
    await jobsEnded(winnow.workspace);
    const [bo = "", ...others] = await qualified();
    expect(others).toEqual([id]);
    const deleted = await winnow.call("DELETE /api/leads/{id}", { id: bo });
    expect(await qualified()).toEqual([id]);
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
    expect(await qualified()).toEqual([bo, id]);
  });

  test("without rules uses the saved ones, and without a threshold the saved one", async () => {
    await save({ rules: [{ ...DEFAULT_RULE, name: "Intent", keywords: ["orchid"], scoreWeight: 40 }], threshold: 30 });
    const { id } = await winnow.ok("POST /api/leads", {
      body: { name: "Cy", email: `${randomUUID()}@c.example`, notes: "Orchids" },
    });
    const now = await ask({});
    expect(now).toMatchObject({ changed: 0, nowQualified: 0, noLongerQualified: 0, leads: [] });
    expect(now.after).toEqual(now.before);
    const { leads: turned } = await ask({ threshold: 41 });
    expect(turned.find((lead) => lead.id === id)).toMatchObject({ statusBefore: "qualified", statusAfter: "pending" });
    expect(await ask({ rules: [] })).toMatchObject({ after: [now.total, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] });
  });

  test("names a draft's mistakes by position", async () => {
    const rule = { name: "Intent", keywords: ["demo"] };
    const wrong = await winnow.call("POST /api/what-if", { body: { rules: [rule, { ...rule, scoreWeight: 0 }] } });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ errors: [{ field: "rules.1.scoreWeight" }] });
    const regex = { ...rule, mode: "regex", keywords: ["demo", "(?=demo)"] };
    const unsafe = await winnow.call("POST /api/what-if", { body: { rules: [rule, rule, regex] } });
    expect(unsafe.statusCode).toBe(422);
    expect(unsafe.json()).toMatchObject({ errors: [{ field: "rules.2.keywords.1" }] });
  });

  test("rejects what a stopping server has no time for", async () => {
    const stopping = await openWinnow(engine);
    const asked = stopping.call("POST /api/what-if", { body: {} });
    await stopping.close();
    expect((await asked).statusCode).toBe(503);
  });

  test("answers concurrent questions separately", async () => {
    const thresholds = [0, 41, 100];
    const answers = await Promise.all(thresholds.map((threshold) => ask({ threshold })));
    for (const [at, threshold] of thresholds.entries()) expect(answers[at]).toEqual(await ask({ threshold }));
  });
});

test("what-if answers after its connections were cut", async () => {
  const winnow = await freshWinnow("postgres");
  const { leadsAddress } = winnow.workspace.store;
  await winnow.ok("POST /api/what-if", { body: {} });
  const client = new pg.Client(leadsAddress.engine === "postgres" ? leadsAddress.url : "");
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'winnow reader' and datname = current_database()`,
  );
  await client.end();
  expect(rowCount).toBe(1);
  expect(await winnow.ok("POST /api/what-if", { body: {} })).toMatchObject({ total: 0 });
});

/** What-if's answer, derived from the leads before and after. */
function differenceOf(
  before: ReadonlyMap<string, Shown>,
  after: ReadonlyMap<string, Shown>,
  threshold: number,
): WhatIfResult {
  const pairs = [...before.values()].flatMap((was) => {
    const is = after.get(was.id);
    return is === undefined ? [] : [{ was, is }];
  });
  const changed = pairs.filter(({ was, is }) => was.score !== is.score || was.status !== is.status);
  const turned = (to: boolean): number =>
    pairs.filter(({ was, is }) => countsAsQualified(is.status) === to && countsAsQualified(was.status) !== to).length;
  const rank = ({ was, is }: (typeof pairs)[number]): [number, number, number] => [
    Number(was.status === is.status),
    -is.score,
    -Number(is.id),
  ];
  const perTen = (scores: readonly number[]): number[] =>
    Array.from({ length: 11 }, (_, ten) => scores.filter((score) => Math.floor(score / 10) === ten).length);
  return {
    total: pairs.length,
    changed: changed.length,
    nowQualified: turned(true),
    noLongerQualified: turned(false),
    reaching: pairs.filter(({ is }) => is.score >= threshold).length,
    before: perTen(pairs.map(({ was }) => was.score)),
    after: perTen(pairs.map(({ is }) => is.score)),
    leads: changed
      .toSorted((a, b) => {
        const [x, y] = [rank(a), rank(b)];
        return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
      })
      .slice(0, 100)
      .map(({ was, is }) => ({
        id: is.id,
        name: is.name,
        company: is.company,
        scoreBefore: was.score,
        scoreAfter: is.score,
        statusBefore: was.status,
        statusAfter: is.status,
      })),
  };
}
