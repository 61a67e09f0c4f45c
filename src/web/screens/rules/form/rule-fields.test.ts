import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_RULE, NewRule, RULE_COUNTINGS, RULE_FIELDS, RULE_MODES, type Rule } from "#shared/contract/rule.ts";
import { hasMoreOptions, ruleFields, ruleValues } from "#web/screens/rules/form/rule-fields.ts";

const SAVED = { id: "1", createdAt: "2026-05-01T10:00:00.000Z", cost: "low", version: "" } as const;
const RULE: Rule = { ...DEFAULT_RULE, ...SAVED, name: "Intent", keywords: ["demo"] };

test("keeps the rule when the form is untouched", () => {
  const rule = fc.record({
    name: fc.constantFrom("Intent", "Too far away"),
    keywords: fc.uniqueArray(fc.constantFrom("demo", "a, b", "request a demo", String.raw`\d+k`), { minLength: 1 }),
    scoreWeight: fc.integer({ min: -100, max: 100 }).filter((points) => points !== 0),
    isActive: fc.boolean(),
    mode: fc.constantFrom(...RULE_MODES.filter((mode) => mode !== "condition")),
    fields: fc.uniqueArray(fc.constantFrom(...RULE_FIELDS, "fact:Budget", "field:tier")),
    counting: fc.constantFrom(...RULE_COUNTINGS),
    halfLifeDays: fc.option(fc.integer({ min: 1, max: 3650 })),
    note: fc.constantFrom("", "For the fair\nin May"),
    tag: fc.constantFrom(null, "VIP"),
  });
  fc.assert(
    fc.property(rule, (given) => {
      const saved: Rule = { ...SAVED, ...given };
      expect(ruleFields(given.mode, saved).parse(ruleValues(saved))).toEqual(NewRule.parse(given));
    }),
  );
});

test("gives the default rule for a blank form with name and keywords", () => {
  const typed = { ...ruleValues(null), name: "Intent", keywordsText: "demo, price" };
  expect(ruleFields("words", null).parse(typed)).toEqual({
    ...DEFAULT_RULE,
    name: "Intent",
    keywords: ["demo", "price"],
  });
});

test("puts regular expressions on lines, so that they may contain commas", () => {
  const typed = { ...ruleValues(RULE), mode: "regex" as const, keywordsText: "\\d{2,3}k\n\n budget \n\\d{2,3}k" };
  expect(ruleFields("regex", RULE).parse(typed).keywords).toEqual(["\\d{2,3}k", "budget"]);
});

test.each([
  [
    { places: { isEverywhere: false, chosen: [] } },
    ["places", "chosen"],
    "Select at least one field, or search everywhere",
  ],
  [{ fade: { isOn: true, typed: "" } }, ["fade", "typed"], "Days must be at least 1"],
  [{ name: " " }, ["name"], "Name is required"],
  [{ keywordsText: "" }, ["keywordsText"], "Keywords are required"],
  [{ keywordsText: " , ," }, ["keywordsText"], "Keywords are required"],
  [{ keywordsText: "x".repeat(101) }, ["keywordsText"], `${"x".repeat(101)}: At most 100 characters`],
  [{ scoreWeight: "-5" }, ["scoreWeight"], "Weight must be at least 1"],
  [{ scoreWeight: "" }, ["scoreWeight"], "Weight must be at least 1"],
  [{ scoreWeight: "0" }, ["scoreWeight"], "Weight must be at least 1"],
  [{ scoreWeight: "101" }, ["scoreWeight"], "Weight must be at most 100"],
  [{ scoreWeight: "2.5" }, ["scoreWeight"], "Weight must be a whole number"],
])("rejects %j at its field", (wrong, path, message) => {
  const { error } = ruleFields("words", RULE).safeParse({ ...ruleValues(RULE), ...wrong });
  expect(error?.issues.map((issue) => [issue.path, issue.message])).toEqual([[path, message]]);
});

test("ignores a field that is turned off", () => {
  const typed = { ...ruleValues(RULE), fade: { isOn: false, typed: "never" } };
  expect(ruleFields("words", RULE).parse(typed).halfLifeDays).toBeNull();
});

test.each([
  [{}, false],
  [{ scoreWeight: 70, isActive: false }, false],
  [{ scoreWeight: -5 }, true],
  [{ mode: "exact" }, true],
  [{ note: "For the fair" }, true],
] satisfies [Partial<Rule>, boolean][])("of %j that it uses more than the simple form: %j", (more, uses) => {
  expect(hasMoreOptions({ ...RULE, ...more })).toBe(uses);
});
