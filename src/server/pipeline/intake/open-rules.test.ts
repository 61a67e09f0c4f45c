import fc from "fast-check";
import { expect, test } from "vitest";
import { explainLead } from "#server/pipeline/intake/explain-score.ts";
import { withAddressQuality } from "#server/pipeline/intake/lead-text.ts";
import { compileRuleset, type ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { scoreLead } from "#server/pipeline/intake/score-lead.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { sampleLead } from "#test/sample-lead.ts";
import { rounds } from "#test/thorough.ts";

const TODAY = "2026-03-11";

function rule(id: string, scoreWeight: number, keywords: string[], more: Partial<ScoringRule> = {}): ScoringRule {
  return { ...DEFAULT_RULE, id, name: `Rule ${id}`, keywords, scoreWeight, ...more };
}

/** What could still add points to a lead with these notes. */
function openOf(notes: string, rules: ScoringRule[], threshold = 50) {
  const lead = withAddressQuality(sampleLead({ company: "", industry: "", title: "", email: "", notes }));
  const scored = { ...lead, ...scoreLead(lead, compileRuleset(rules), TODAY) };
  return explainLead(scored, { threshold, today: TODAY, rules, fields: [] }).open;
}

test("missing keywords are listed with their points, the most first", () => {
  const rules = [
    rule("1", 10, ["robot", "Robots", "crane", "lift", "arm", "belt", "rail", "cart"]),
    rule("2", 45, ["budget"], { fields: ["notes"] }),
    rule("3", 90, ["hidden"], { isActive: false }),
    rule("4", -20, ["student"]),
    rule("5", 30, ["demo", "trial"], { counting: "once" }),
    rule("6", 40, ["expo"], { halfLifeDays: 10 }),
  ];
  expect(openOf("A robot and a demo", rules)).toEqual([
    {
      ruleId: "2",
      ruleName: "Rule 2",
      points: 45,
      keywords: ["budget"],
      more: 0,
      fields: ["notes"],
      fieldNames: ["Notes"],
      isEnough: true,
    },
    {
      ruleId: "6",
      ruleName: "Rule 6",
      points: 20,
      keywords: ["expo"],
      more: 0,
      fields: [],
      fieldNames: [],
      isEnough: true,
    },
    {
      ruleId: "1",
      ruleName: "Rule 1",
      points: 10,
      keywords: ["crane", "lift", "arm", "belt", "rail"],
      more: 1,
      fields: [],
      fieldNames: [],
      isEnough: true,
    },
  ]);
  expect(openOf("A robot, a demo and a budget", rules)).toEqual([]);
});

test("a keyword is called enough exactly when its score reaches the threshold", () => {
  const rules = fc.array(
    fc.record({ weight: fc.integer({ min: -60, max: 60 }).filter((weight) => weight !== 0), at: fc.nat(5) }),
    { minLength: 1, maxLength: 5 },
  );
  const WORDS = ["robot", "budget", "crane", "demo", "student", "expo"];
  fc.assert(
    fc.property(rules, fc.subarray(WORDS), fc.integer({ min: 1, max: 100 }), (drawn, words, threshold) => {
      const made = drawn.map(({ weight, at }, index) => rule(String(index), weight, [WORDS[at] ?? ""]));
      const scoreOf = (notes: readonly string[]): number => {
        const lead = sampleLead({ company: "", industry: "", title: "", email: "", notes: notes.join(" ") });
        return scoreLead(withAddressQuality(lead), compileRuleset(made), TODAY).score;
      };
      for (const { ruleId, keywords, isEnough } of openOf(words.join(" "), made, threshold)) {
        // Other rules may count the same word, so the statement is about this rule only.
        const [word = ""] = keywords;
        const others = made.filter(({ id, keywords: [other] }) => id !== ruleId && other === word);
        if (others.length > 0) continue;
        expect([word, isEnough]).toEqual([word, scoreOf([...words, word]) >= threshold]);
      }
    }),
    { numRuns: rounds(150, 500) },
  );
});
