import { expect, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { readRuleFile } from "#web/screens/rules/carrying/read-rule-file.ts";

const chosen = (text: string) => new File([text], "rules.json");
const read = (rules: unknown) => readRuleFile(chosen(JSON.stringify({ winnowRules: 1, rules })));

test("what a rule leaves out is the default", async () => {
  expect(await read([{ name: "Intent", keywords: ["demo"] }])).toEqual({
    file: { winnowRules: 1, rules: [{ ...DEFAULT_RULE, name: "Intent", keywords: ["demo"] }] },
  });
});

test.each([
  ["not JSON", "name,email", ["It is not JSON. Choose a file that Winnow exported."]],
  ["another kind of JSON", "[1, 2]", ["It holds no rules as Winnow exports them."]],
  ["a later version", '{"winnowRules":2,"rules":[]}', ["It holds no rules as Winnow exports them."]],
  ["one that is too large", "x".repeat(LIMITS.requestBodyBytes), ["It is larger than 1 MB."]],
])("%s is refused in words", async (_what, text, refused) => {
  expect(await readRuleFile(chosen(text))).toEqual({ refused });
});

test("what is wrong with a rule is said with its place and name", async () => {
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
