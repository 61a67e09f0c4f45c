import { expect, test } from "vitest";
import type { RuleCheck } from "#shared/contract/rule.ts";
import { badgeWords, summaryWords } from "#web/screens/rules/checks/check-words.ts";

const checks = (...kinds: RuleCheck["kind"][]): RuleCheck[] =>
  kinds.map((kind) => ({ kind, ruleId: "1", otherRuleId: null, keyword: null, message: kind }));

test("names a single kind, and counts several", () => {
  expect(badgeWords(checks("overlap", "overlap"))).toBe("Overlaps");
  expect(badgeWords(checks("overlap", "dead", "dead"))).toBe("3 warnings");
});

test("counts each kind above the table", () => {
  expect(summaryWords(checks("overlap", "dead", "overlap"))).toBe("3 warnings: 2 overlap, 1 matches no leads.");
  expect(summaryWords(checks("invalid"))).toBe("1 warning: 1 can't match.");
});
