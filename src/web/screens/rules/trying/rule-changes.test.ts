import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_RULE, NewRule, RULE_MODES, type Rule, type RuleDraft } from "#shared/contract/rule.ts";
import {
  addedRule,
  changesTo,
  draftRows,
  draftsOf,
  NO_CHANGES,
  seenVersion,
  settled,
  withEdit,
} from "#web/screens/rules/trying/rule-changes.ts";

const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
  ...DEFAULT_RULE,
  id,
  name: `Rule ${id}`,
  keywords: ["demo", "a, b"],
  createdAt: "2026-05-01T10:00:00.000Z",
  cost: "low",
  version: "",
  ...more,
});
const RULES = [rule("1"), rule("2"), rule("3", { mode: "regex", keywords: [String.raw`\d{2,3}`] })];

test("restores any drafts from the changes made of them", () => {
  const given = fc.record({
    name: fc.constantFrom("Intent", "Budget"),
    keywords: fc.uniqueArray(fc.constantFrom("demo", "a, b", "price"), { minLength: 1 }),
    scoreWeight: fc.integer({ min: 1, max: 100 }),
    isActive: fc.boolean(),
    mode: fc.constantFrom(...RULE_MODES),
  });
  const known = fc.subarray(RULES).chain((kept) =>
    fc.tuple(
      ...kept.map(({ id, createdAt: _createdAt, cost: _cost, version: _version, ...same }) =>
        fc.oneof(
          fc.constant({ ...same, id }),
          given.map((more): RuleDraft => ({ ...same, ...more, id })),
        ),
      ),
    ),
  );
  fc.assert(
    fc.property(known, fc.array(given, { maxLength: 2 }), (kept, news) => {
      const drafts = [...kept, ...news.map((one): RuleDraft => NewRule.parse(one))];
      expect(draftsOf(draftRows(RULES, changesTo(RULES, drafts)))).toEqual(drafts);
    }),
  );
});

test("lets untouched rules follow what others save, and keeps their new rules", () => {
  const [first] = draftRows(RULES, NO_CHANGES);
  const changes = withEdit(NO_CHANGES, first!, { typed: { weight: "-30" } });
  const later = [rule("1", { name: "Renamed" }), rule("3", { scoreWeight: 70 }), rule("4")];
  const rows = draftRows(later, changes);
  expect(rows.map(({ key, isChanged }) => [key, isChanged])).toEqual([
    ["1", true],
    ["3", false],
    ["4", false],
  ]);
  expect(draftsOf(rows)).toMatchObject([
    { id: "1", name: "Renamed", scoreWeight: -30 },
    { id: "3", scoreWeight: 70 },
    { id: "4" },
  ]);
});

test("keeps a deleted rule visible and restorable, and drops a change that was typed back", () => {
  const rows = draftRows(RULES, NO_CHANGES);
  const deleted = withEdit(NO_CHANGES, rows[1]!, { isDeleted: true });
  expect(draftRows(RULES, deleted).map(({ isDeleted }) => isDeleted)).toEqual([false, true, false]);
  expect(draftsOf(draftRows(RULES, deleted))?.map(({ id }) => id)).toEqual(["1", "3"]);
  const back = withEdit(deleted, rows[1]!, { isDeleted: false });
  const retyped = withEdit(withEdit(back, rows[0]!, { typed: { name: "X" } }), rows[0]!, { typed: { name: "Rule 1" } });
  expect(draftRows(RULES, retyped).some(({ isChanged }) => isChanged)).toBe(false);
});

test("shows why a row is invalid, without previewing or saving", () => {
  const changes = { ...NO_CHANGES, added: [addedRule()] };
  const rows = draftRows([], changes);
  expect(draftsOf(rows)).toBeNull();
  expect(rows[0]?.errors).toEqual({ name: "Name is required", keywords: "Keywords are required" });
  const typed = withEdit(changes, rows[0]!, { typed: { name: "New", keywordsText: "x, y", weight: "0" } });
  expect(Object.keys(draftRows([], typed)[0]!.errors)).toEqual(["scoreWeight"]);
  const right = withEdit(typed, rows[0]!, { typed: { weight: "7" } });
  expect(draftsOf(draftRows([], right))).toEqual([
    { ...DEFAULT_RULE, name: "New", keywords: ["x", "y"], scoreWeight: 7 },
  ]);
  expect(withEdit(right, rows[0]!, { isDeleted: true }).added).toEqual([]);
});

test("asks about rules that someone else changed after they were edited here, and keeps either version", () => {
  const [first, second] = [rule("1", { version: "a".repeat(54) }), rule("2", { version: "b".repeat(54) })];
  const typed = withEdit(NO_CHANGES, draftRows([first, second], NO_CHANGES)[0]!, { typed: { weight: "30" } });
  const now = [
    { ...first, keywords: ["price"], version: `aaaaaacccccc${"a".repeat(42)}` },
    { ...second, version: "d".repeat(54) },
  ];
  const rows = draftRows(now, typed);
  expect(rows.map(({ changedElsewhere }) => changedElsewhere)).toEqual([["Keywords: price"], []]);
  expect(seenVersion(now, typed)).toEqual({ rules: { 1: first.version, 2: "d".repeat(54) } });

  const mine = settled(typed, rows, true);
  expect(seenVersion(now, mine).rules).toEqual({ 1: now[0]?.version, 2: now[1]?.version });
  expect(draftRows(now, mine)[0]).toMatchObject({
    changedElsewhere: [],
    draft: { scoreWeight: 30, keywords: ["price"] },
  });
  expect(draftRows(now, settled(typed, rows, false)).some(({ isChanged }) => isChanged)).toBe(false);
});
