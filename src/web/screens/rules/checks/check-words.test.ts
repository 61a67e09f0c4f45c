import { expect, test } from "vitest";
import type { RuleCheck } from "#shared/contract/rule.ts";
import { badgeWords, summaryWords } from "#web/screens/rules/checks/check-words.ts";

const checks = (...kinds: RuleCheck["kind"][]): RuleCheck[] =>
  kinds.map((kind) => ({ kind, ruleId: "1", otherRuleId: null, keyword: null, message: kind }));

test("a badge names the one kind, or counts several", () => {
  expect(badgeWords(checks("overlap", "overlap"))).toBe("Overlaps");
  expect(badgeWords(checks("overlap", "dead", "dead"))).toBe("3 things to look at");
});

test("the line above the table counts each kind", () => {
  expect(summaryWords(checks("overlap", "dead", "overlap"))).toBe("3 things worth a look: 2 overlap, 1 no lead found.");
  expect(summaryWords(checks("invalid"))).toBe("1 thing worth a look: 1 finds nothing.");
});
