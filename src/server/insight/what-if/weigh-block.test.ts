import fc from "fast-check";
import { expect, test } from "vitest";
import { compileRuleset, type ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { decideStatus } from "#server/pipeline/intake/qualify.ts";
import { scoreLead } from "#server/pipeline/intake/score-lead.ts";
import { Finds } from "#server/insight/what-if/finds.ts";
import { packLeads, type ScorableLead } from "#server/insight/what-if/lead-block.ts";
import { planScores, type Search } from "#server/insight/what-if/score-plan.ts";
import { Searcher } from "#server/insight/what-if/searcher.ts";
import { weighBlock } from "#server/insight/what-if/weigh-block.ts";
import { bandOf, emptyTally, mergeTallies, type WhatIfTally } from "#server/insight/what-if/what-if-tally.ts";
import { RULE_COUNTINGS, RULE_FIELDS } from "#shared/contract/rule.ts";
import type { CustomValue } from "#shared/lead-record.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";

const TODAY = "2026-05-01";

const WORDS = [
  "data",
  "Datas",
  "good",
  "robot",
  "axe",
  "axis",
  "axes",
  "sales plan",
  "C++",
  "R&D",
  "機械",
  "café",
  "K",
  "x*",
];
const word = fc.constantFrom(...WORDS, "ﬁt", "fit", "Müller", "muller", "50%", "", "ROBOTS!");
const text = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) }),
    {
      maxLength: 8,
    },
  )
  .map((words) => words.join(" "));
const leadLike = fc.record({
  status: fc.constantFrom(...LEAD_STATUSES),
  statusSetBy: fc.constantFrom("rule" as const, "person" as const),
  score: fc.nat(100),
  createdAt: fc
    .date({ min: new Date("2025-01-01"), max: new Date("2026-06-01"), noInvalidDate: true })
    .map((at) => at.toISOString()),
  company: text,
  industry: word,
  title: text,
  notes: text,
  facts: fc.array(fc.record({ name: fc.constantFrom("A", "ä", "Name (x)"), value: text }), { maxLength: 3 }),
  customFields: fc.constantFrom<CustomValue[]>([], [{ id: 1, value: 5 }], [{ id: 2, value: "robots" }]),
  email: fc.constantFrom("", "ann@data.example", "bo@räksmörgås.example"),
  addressQuality: fc.constantFrom("good", "bad", "unknown", null),
});
const someLeads: fc.Arbitrary<ScorableLead[]> = fc
  .array(leadLike, { maxLength: 12 })
  .map((leads) => leads.map((lead, at) => ({ ...lead, id: 3 * at + 1 })));

const common = {
  id: fc.uuid(),
  name: fc.string(),
  scoreWeight: fc.integer({ min: -100, max: 100 }).filter((points) => points !== 0),
  isActive: fc.boolean(),
  fields: fc.subarray([...RULE_FIELDS, "fact:a", "field:2"], { maxLength: 2 }),
  counting: fc.constantFrom(...RULE_COUNTINGS),
  halfLifeDays: fc.option(fc.integer({ min: 1, max: 400 })),
};
const someRules: fc.Arbitrary<ScoringRule[]> = fc.array(
  fc.oneof(
    fc.record({
      ...common,
      mode: fc.constantFrom("words" as const, "prefix" as const, "phrase" as const, "exact" as const),
      keywords: fc.array(word, { maxLength: 5 }),
    }),
    fc.record({
      ...common,
      mode: fc.constant("regex" as const),
      keywords: fc.array(fc.constantFrom("dat(a|as)", "r.b", String.raw`\bsales \w+`, "[", "É", "k", "^機|ﬁ"), {
        maxLength: 2,
      }),
    }),
    fc.record({
      ...common,
      mode: fc.constant("condition" as const),
      fields: fc.constantFrom(["field:1"], ["field:2"], []),
      keywords: fc.array(fc.constantFrom("at least 5", "at most 4", "is Robots", "empty", "filled in"), {
        maxLength: 3,
      }),
    }),
  ),
  { maxLength: 5 },
);

/** The score of each lead, counted one by one. */
function byScoring(leads: readonly ScorableLead[], rules: readonly ScoringRule[], threshold: number): WhatIfTally {
  const tally = { ...emptyTally(), total: leads.length };
  const ruleset = compileRuleset(rules);
  for (const lead of leads) {
    const { score } = scoreLead(lead, ruleset, TODAY);
    const status = decideStatus({ ...lead, score }, threshold);
    tally.before[bandOf(lead.score)] = (tally.before[bandOf(lead.score)] ?? 0) + 1;
    tally.after[bandOf(score)] = (tally.after[bandOf(score)] ?? 0) + 1;
    if (score >= threshold) tally.reaching += 1;
    if (score === lead.score && status === lead.status) continue;
    tally.changed += 1;
    if (countsAsQualified(status) && !countsAsQualified(lead.status)) tally.nowQualified += 1;
    if (!countsAsQualified(status) && countsAsQualified(lead.status)) tally.noLongerQualified += 1;
    const { id, score: scoreBefore, status: statusBefore } = lead;
    tally.changes.push({ id, scoreBefore, scoreAfter: score, statusBefore, statusAfter: status });
  }
  return { ...tally, changes: mergeTallies([tally]).changes };
}

test("evaluating draft after draft equals scoring each lead", () => {
  fc.assert(
    fc.property(
      someLeads,
      fc.array(fc.record({ rules: someRules, threshold: fc.nat(100) }), { minLength: 1, maxLength: 3 }),
      (leads, drafts) => {
        const block = packLeads(leads);
        const finds = new Map<string, Uint16Array>();
        for (const { rules, threshold } of drafts) {
          const plan = planScores(rules);
          const news = plan.searches.filter(({ key }) => !finds.has(key));
          const found = new Searcher(news).search(block.texts, leads.length);
          for (const { key } of news) finds.set(key, found.leadsOf(key) ?? new Uint16Array());
          const leadsOf = (search: number): Uint16Array =>
            finds.get(plan.searches[search]?.key ?? "") ?? new Uint16Array();
          expect(weighBlock(block, leadsOf, { plan, threshold, today: TODAY })).toEqual(
            byScoring(leads, rules, threshold),
          );
        }
      },
    ),
    { numRuns: 400 },
  );
});

test("a single search finds the same as one among many", () => {
  const searches = (rules: readonly ScoringRule[]): readonly Search[] => planScores(rules).searches;
  fc.assert(
    fc.property(someLeads, someRules, (leads, rules) => {
      const { texts } = packLeads(leads);
      const all = new Searcher(searches(rules)).search(texts, leads.length);
      for (const search of searches(rules)) {
        const alone = new Searcher([search]).search(texts, leads.length);
        expect(alone.leadsOf(search.key)).toEqual(all.leadsOf(search.key));
      }
    }),
    { numRuns: 200 },
  );
});

test("searches only leads that may match", () => {
  const leads = ["Robots", "no such thing", "größer", "機械"].map((notes, id): ScorableLead => {
    const none = { company: "", industry: "", title: "", facts: [], customFields: [], email: "", addressQuality: null };
    return { ...none, id, notes, status: "pending", statusSetBy: "rule", score: 0, createdAt: "2026-01-01T00:00:00Z" };
  });
  expect([...packLeads(leads).texts.likely(/robot/giu)]).toEqual([0, 2, 3]);
});

test("tallies of different leads add up, and show the best of all", () => {
  const change = { scoreBefore: 0, statusBefore: "pending", statusAfter: "pending" } as const;
  const some = {
    ...emptyTally(),
    total: 2,
    changed: 2,
    changes: [2, 5].map((id) => ({ ...change, id, scoreAfter: 50 })),
  };
  const qualified = { ...change, id: 3, scoreAfter: 30, statusAfter: "qualified" } as const;
  const others = { ...emptyTally(), total: 4, changed: 1, nowQualified: 1, changes: [qualified] };
  const merged = mergeTallies([some, others]);
  expect(merged).toMatchObject({ total: 6, changed: 3, nowQualified: 1, noLongerQualified: 0 });
  expect(merged.changes.map(({ id }) => id)).toEqual([3, 5, 2]);
});

test("distinguishes no match from not searched", () => {
  const finds = Finds.of([
    ["a", [1, 4]],
    ["b", []],
    ["c", [2]],
  ]);
  expect(["a", "b", "c", "d"].map((key) => finds.leadsOf(key) && [...(finds.leadsOf(key) ?? [])])).toEqual([
    [1, 4],
    [],
    [2],
    null,
  ]);
});
