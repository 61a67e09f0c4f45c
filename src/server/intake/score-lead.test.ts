import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explainLead } from "#server/intake/explain-score.ts";
import { leadTexts, type TextOfLead } from "#server/intake/lead-text.ts";
import { compileRuleset, type ScoringRule } from "#server/intake/ruleset.ts";
import { scoreLead } from "#server/intake/score-lead.ts";

function rule(id: string, scoreWeight: number, ...keywords: string[]): ScoringRule {
  return { id, name: `Rule ${id}`, keywords, scoreWeight, isActive: true };
}

const lead: TextOfLead = {
  company: "Acme Robotics",
  industry: "",
  title: "Head of Data",
  notes: "Needs robots. Budgets: 50k for robots.",
  facts: [
    { name: "Interest", value: "Machine learning" },
    { name: "Interest", value: "a budget" },
    { name: "Name (Old sheet)", value: "Robot Smith" },
    { name: "E-mail (other)", value: "budget@x.com" },
  ],
  email: "budget@data-robots.com",
};

describe("a score", () => {
  test("looks at everything but the name and what stands before the @, in the order of the fields", () => {
    expect(leadTexts(lead)).toEqual([
      { field: "company", text: "Acme Robotics" },
      { field: "title", text: "Head of Data" },
      { field: "notes", text: "Needs robots. Budgets: 50k for robots." },
      { field: "fact:Interest", text: "Machine learning\na budget" },
      { field: "emailDomain", text: "data-robots.com" },
    ]);
  });

  test("is the sum of weight by keyword, each at its first place", () => {
    const rules = [rule("b", 7, "machine-learning", "robot"), rule("a", 5, "budget", "crane")];
    const { score, keywords, scoreParts } = scoreLead(lead, compileRuleset(rules));
    expect(score).toBe(19);
    expect(keywords).toEqual(["machine-learning", "robot", "budget"]);
    expect(scoreParts).toEqual([
      {
        ruleId: "b",
        ruleName: "Rule b",
        keyword: "machine-learning",
        field: "fact:Interest",
        start: 0,
        end: 16,
        points: 7,
      },
      { ruleId: "b", ruleName: "Rule b", keyword: "robot", field: "notes", start: 6, end: 12, points: 7 },
      { ruleId: "a", ruleName: "Rule a", keyword: "budget", field: "notes", start: 14, end: 21, points: 5 },
    ]);
  });

  test("counts a keyword once in a rule, however it is spelled, and in each rule", () => {
    const rules = [rule("1", 10, "robot", "ROBOT", "robots", "Róbot"), rule("2", 10, "Robots")];
    const { score, keywords, scoreParts } = scoreLead(lead, compileRuleset(rules));
    expect(scoreParts.map(({ ruleId, keyword }) => [ruleId, keyword])).toEqual([
      ["1", "robot"],
      ["2", "Robots"],
    ]);
    expect([score, keywords]).toEqual([20, ["robot"]]);
  });

  test("is capped at 100, and inactive rules take no part", () => {
    const rules = [rule("1", 70, "robot", "budget"), { ...rule("2", 100, "data"), isActive: false }];
    expect(scoreLead(lead, compileRuleset(rules)).score).toBe(100);
    expect(scoreLead(lead, compileRuleset([])).score).toBe(0);
  });
});

test("an explanation shows each match in its sentence, the cap and what is missing", () => {
  const ruleset = compileRuleset([rule("1", 60, "robot", "budget")]);
  const scored = { ...lead, ...scoreLead(lead, ruleset) };
  const explained = explainLead(scored, 30);
  expect([explained.score, explained.cap, explained.missing]).toEqual([100, -20, 0]);
  expect(explained.parts.map(({ excerpt, matchStart, matchEnd }) => [excerpt, matchStart, matchEnd])).toEqual([
    ["Needs robots.", 6, 12],
    ["Budgets: 50k for robots.", 0, 7],
  ]);
  expect(explainLead({ ...scored, score: 12, scoreParts: [] }, 30).missing).toBe(18);
});

const word = fc.constantFrom("data", "Datas", "robot", "box", "boxes", "sales plan", "C++", "機械", "é", "$", "x*");
const text = fc
  .array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 20 })
  .map((words) => words.join(" "));
const anyLead = fc.record({
  company: text,
  industry: text,
  title: text,
  notes: text,
  facts: fc.array(fc.record({ name: fc.constantFrom("A", "B", "Name (x)"), value: text }), { maxLength: 4 }),
  email: fc.oneof(fc.constant(""), fc.constant("data@box.com")),
});
const anyRules = fc.array(
  fc.record({
    id: fc.uuid(),
    name: fc.string(),
    keywords: fc.array(fc.oneof(word, fc.string()), { maxLength: 6 }),
    scoreWeight: fc.integer({ min: 1, max: 100 }),
    isActive: fc.boolean(),
  }),
  { maxLength: 6 },
);

test("parts and cap always add up to the score, and excerpts show the very match", () => {
  fc.assert(
    fc.property(anyLead, anyRules, fc.integer({ min: 0, max: 100 }), (each, rules, threshold) => {
      const scored = { ...each, ...scoreLead(each, compileRuleset(rules)) };
      const { score, parts, cap, missing } = explainLead(scored, threshold);
      expect(parts.reduce((sum, { points }) => sum + points, cap)).toBe(score);
      expect(cap <= 0 && score >= 0 && score <= 100).toBe(true);
      expect(missing).toBe(Math.max(0, threshold - score));
      const texts = new Map(leadTexts(each).map((one) => [one.field, one.text]));
      for (const { field, start, end, excerpt, matchStart, matchEnd } of parts) {
        expect(end).toBeGreaterThan(start);
        expect(excerpt.slice(matchStart, matchEnd)).toBe(texts.get(field)?.slice(start, end));
      }
    }),
    { numRuns: 500 },
  );
});

test("the order of rules and of keywords does not change the score", () => {
  fc.assert(
    fc.property(anyLead, anyRules, (each, rules) => {
      const reversed = rules.toReversed().map((one) => ({ ...one, keywords: one.keywords.toReversed() }));
      expect(scoreLead(each, compileRuleset(reversed)).score).toBe(scoreLead(each, compileRuleset(rules)).score);
    }),
  );
});
