import { expect, test } from "vitest";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import {
  conditionLines,
  placeOptions,
  typedCondition,
  type TypedCondition,
} from "#web/forms/conditions/condition-text.ts";

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

test.each([
  ["field:tier", "Tier"],
  ["field:gone", "Deleted field, Tier"],
  ["", "Choose a field, Tier"],
])("the fields to choose from, with %j chosen", (place, labels) => {
  const labelsOf = (fields: Parameters<typeof placeOptions>[1]): string =>
    placeOptions(place, fields)
      .map(({ label }) => label)
      .join(", ");
  expect(labelsOf([{ key: "tier", name: "Tier" }])).toBe(labels);
  expect(labelsOf(undefined)).toBe(place === "" ? "Choose a field" : "Custom field");
});
