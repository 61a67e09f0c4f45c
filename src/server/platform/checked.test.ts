import { expect, test } from "vitest";
import { z } from "zod";
import { RuleFile } from "#shared/contract/rule.ts";
import { checkedJson } from "#server/platform/checked.ts";

const rule = { name: "Intent", keywords: ["demo"] };
const file = (rules: unknown): string => JSON.stringify({ winnowRules: 1, rules });

test.each([
  ["no JSON", "Name,Email", "rules.json is not valid JSON."],
  ["another kind of file", "[]", "rules.json: Invalid input: expected object, received array."],
  ["a missing field", file([{ name: "Intent" }]), "rules.json: rules.0.keywords: Required."],
  [
    "a wrong value",
    file([rule, { ...rule, scoreWeight: 0.5 }]),
    "rules.json: rules.1.scoreWeight: Weight must be a whole number.",
  ],
  [
    "many mistakes",
    file([{}, {}, {}]),
    "rules.json: rules.0.name: Required; rules.0.keywords: Required; rules.1.name: Required; and 3 more.",
  ],
])("names what is wrong with %s in a sentence", (_word, text, message) => {
  expect(() => checkedJson(RuleFile, text, "rules.json")).toThrow(new Error(message));
});

test("returns what the schema makes of the text", () => {
  expect(checkedJson(z.object({ n: z.coerce.number() }), '{"n":"5","more":1}', "The file")).toEqual({ n: 5 });
});
