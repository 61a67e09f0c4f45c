import { expect, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { readRuleFile } from "#web/screens/rules/import-export/read-rule-file.ts";

const chosen = (text: string) => new File([text], "rules.json");
const read = (rules: unknown) => readRuleFile(chosen(JSON.stringify({ winnowRules: 1, rules })));

test("uses defaults for omitted fields", async () => {
  expect(await read([{ name: "Intent", keywords: ["demo"] }])).toEqual({
    file: { winnowRules: 1, rules: [{ ...DEFAULT_RULE, name: "Intent", keywords: ["demo"] }] },
  });
});

test.each([
  ["invalid JSON", "name,email", ["The file isn't JSON. Choose a file exported from Winnow."]],
  ["other JSON", "[1, 2]", ["The file has no rules. Choose a file exported from Winnow."]],
  ["a later version", '{"winnowRules":2,"rules":[]}', ["The file has no rules. Choose a file exported from Winnow."]],
  [
    "a file that is too large",
    "x".repeat(LIMITS.requestBodyBytes),
    ["The file is larger than 1 MB. Choose a file exported from Winnow."],
  ],
])("rejects %s with a readable message", async (_what, text, refused) => {
  expect(await readRuleFile(chosen(text))).toEqual({ refused });
});

test("names the position and name of an invalid rule", async () => {
  const wrong = [
    { name: "Intent", keywords: ["demo"] },
    { name: "Heavy", keywords: ["x"], scoreWeight: 500 },
    { keywords: [] },
  ];
  expect(await read(wrong)).toEqual({
    refused: ["Rule 2, “Heavy”: Weight must be at most 100", "Rule 3: Required", "Rule 3: Keywords are required"],
  });
  const many = await read(Array.from({ length: 9 }, () => ({ name: "", keywords: ["x"] })));
  expect(many).toMatchObject({ refused: expect.arrayContaining(["And 4 more."]) });
});
