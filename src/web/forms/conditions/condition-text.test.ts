import { expect, test } from "vitest";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import { conditionLines, typedCondition, type TypedCondition } from "#web/forms/conditions/condition-text.ts";

test.each([
  ["number", { test: "at least", values: ["5,000"] }, "at least 5,000"],
  ["number", { test: "between", values: ["1", ""] }, "between 1 and "],
  ["date", { test: "before", values: [""] }, "before "],
  ["choices", { test: "is", values: ["Gold", "A and B"] }, "is Gold\nis A and B"],
  ["yesNo", { test: "is", values: [] }, ""],
] satisfies [FieldKind, TypedCondition, string][])("a %s's condition %j is “%s”", (kind, typed, text) => {
  expect(conditionLines(typed)).toBe(text);
  expect(typedCondition(text, kind)).toEqual(typed);
});

test("several conditions stay text", () => {
  expect(typedCondition("at least 5\nempty", "number")).toBeNull();
});
