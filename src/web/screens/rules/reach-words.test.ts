import { expect, test } from "vitest";
import { DEFAULT_RULE, type NewRule } from "#shared/contract/rule.ts";
import { reachWords } from "#web/screens/rules/reach-words.ts";

test.each([
  [{}, ""],
  [{ scoreWeight: -10, mode: "phrase", fields: ["notes"], halfLifeDays: 30 }, "phrase · in notes · fades"],
  [{ fields: ["facts", "fact:Budget"] }, "in other columns and “Budget”"],
  [{ fields: ["title", "notes", "company"], counting: "once" }, "in 3 fields · counts once"],
] satisfies [Partial<NewRule>, string][])("the reach of %j is %j", (more, words) => {
  expect(reachWords({ ...DEFAULT_RULE, name: "Intent", keywords: ["demo"], ...more })).toBe(words);
});

test("calls a custom field deleted only once the fields are known", () => {
  const rule: NewRule = { ...DEFAULT_RULE, name: "Intent", keywords: ["demo"], fields: ["field:tier"] };
  expect(reachWords(rule)).toBe("in “Custom field”");
  expect(reachWords(rule, [])).toBe("in “Deleted field”");
});
