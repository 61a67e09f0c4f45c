import { expect, test } from "vitest";
import { DEFAULT_RULE, type Rule } from "#shared/contract/rule.ts";
import { draftsWith } from "#web/screens/rules/drafts-with.ts";

const RULES: Rule[] = ["1", "2"].map((id) => ({
  ...DEFAULT_RULE,
  id,
  name: `Rule ${id}`,
  keywords: ["demo"],
  createdAt: "2026-05-01T10:00:00.000Z",
  cost: "low",
  version: "",
}));

test("replaces changed rules in place, appends new ones, and keeps all others", () => {
  const { createdAt: _createdAt, cost: _cost, version: _version, ...second } = RULES[1]!;
  const added = { ...DEFAULT_RULE, name: "pallets", keywords: ["pallets"] };
  const drafts = draftsWith(RULES, [{ ...second, scoreWeight: 25 }, added]);
  expect(drafts.map(({ id, scoreWeight }) => ({ id, scoreWeight }))).toEqual([
    { id: "1", scoreWeight: DEFAULT_RULE.scoreWeight },
    { id: "2", scoreWeight: 25 },
    { id: undefined, scoreWeight: DEFAULT_RULE.scoreWeight },
  ]);
});
