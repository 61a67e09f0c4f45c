import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { RuleFields, type RuleValues, valuesOf } from "#web/screens/team/assignment/rule-values.ts";

const VALID: RuleValues = { ...valuesOf(null), name: "Fair", weights: { 1: 1 } };
const tooLong = "x".repeat(LIMITS.rule.keywordLength + 1);

function problems(values: Partial<RuleValues>): unknown[] {
  const { error } = RuleFields.safeParse({ ...VALID, ...values });
  return (error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);
}

// Otherwise the server refuses them, under the API's names.
test.each<[Partial<RuleValues>, unknown[]]>([
  [{}, []],
  [{ contains: tooLong }, [["contains", "At most 100 characters"]]],
  [{ contains: "\u200b" }, [["contains", "Enter the text to look for"]]],
  [{ conditions: [{ place: "field:tier", text: "is Gold\nempty" }] }, []],
  [{ conditions: [{ place: "field:tier", text: "" }] }, [["conditions.0.text", "Choose an option"]]],
  [{ conditions: [{ place: "field:tier", text: "at least " }] }, [["conditions.0.text", "Complete the condition"]]],
  [{ conditions: [{ place: "field:tier", text: `is ${tooLong}` }] }, [["conditions.0.text", "At most 100 characters"]]],
  [{ weights: { 1: 0 } }, [["weights", "Choose at least one person"]]],
])("refuses what can't be saved, at its field: %j", (values, expected) => {
  expect(problems(values)).toEqual(expected);
});
