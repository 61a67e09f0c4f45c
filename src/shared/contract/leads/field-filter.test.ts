import { expect, it } from "vitest";
import {
  fieldConditionsOf,
  fieldConditionsText,
  fieldOfSort,
  isFieldSort,
} from "#shared/contract/leads/field-filter.ts";
import { LIMITS } from "#shared/limits.ts";

it("reads the conditions that it writes, with any value", () => {
  const conditions = [
    { key: "budget", test: "min", value: "1000" },
    { key: "site", test: "is", value: "https://a.example/?x=1,2&y=50%" },
    { key: "region", test: "empty", value: "" },
  ] as const;
  const text = fieldConditionsText(conditions);
  expect(text).toBe("budget:min:1000,site:is:https://a.example/?x=1%2C2&y=50%25,region:empty");
  expect(fieldConditionsOf(text)).toEqual(conditions);
  expect(fieldConditionsOf("")).toEqual([]);
});

it.each(["budget", "budget:least:1", "budget:min", "budget:min:", "region:empty:1", "Budget:min:1", "a:filled,", ","])(
  "rejects %s",
  (text) => {
    expect(fieldConditionsOf(text)).toBeNull();
  },
);

it("rejects too many conditions", () => {
  const many = (count: number): string => Array.from({ length: count }, () => "a:filled").join(",");
  expect(fieldConditionsOf(many(LIMITS.customField.conditions))).toHaveLength(LIMITS.customField.conditions);
  expect(fieldConditionsOf(many(LIMITS.customField.conditions + 1))).toBeNull();
});

it("recognizes sorting by a custom field", () => {
  expect(["fields.a_1", "-fields.a", "fields.", "fields.A", "score"].filter(isFieldSort)).toEqual([
    "fields.a_1",
    "-fields.a",
  ]);
  expect(fieldOfSort("-fields.a_1")).toBe("a_1");
});
