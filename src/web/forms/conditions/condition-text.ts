import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { ruleFieldOf } from "#shared/contract/leads/rule-condition.ts";

/** What a condition asks, as chosen in the form; the texts are those of the API. */
export const CONDITION_TESTS = {
  "at least": "At least",
  "at most": "At most",
  between: "Between",
  before: "Before",
  after: "After",
  is: "One of",
  empty: "Empty",
  "filled in": "Filled in",
} as const;
export type ConditionTest = keyof typeof CONDITION_TESTS;

const FILLED: readonly ConditionTest[] = ["filled in", "empty"];
const TESTS: Readonly<Record<FieldKind, readonly ConditionTest[]>> = {
  text: FILLED,
  link: FILLED,
  number: ["at least", "at most", "between", ...FILLED],
  date: ["before", "after", "between", ...FILLED],
  choice: ["is", ...FILLED],
  choices: ["is", ...FILLED],
  yesNo: ["is", ...FILLED],
};

/** The tests for a kind of field; the first is the default. */
export function testsOf(kind: FieldKind): readonly ConditionTest[] {
  return TESTS[kind];
}

/** A condition in the form; `values` are the numbers or dates, or the chosen options. */
export interface TypedCondition {
  test: ConditionTest;
  values: readonly string[];
}

/** Conditions as text, one per line; only several options make several lines. */
export function conditionLines({ test, values }: TypedCondition): string {
  if (test === "empty" || test === "filled in") return test;
  if (test === "is") return values.map((value) => `is ${value}`).join("\n");
  const [first = "", last = ""] = values;
  return test === "between" ? `between ${first} and ${last}` : `${test} ${first}`;
}

/** The inverse; null for several conditions, which only the API makes. Without any, the default of the kind. */
export function typedCondition(text: string, kind: FieldKind): TypedCondition | null {
  const lines = text.split("\n").filter((line) => line !== "");
  const [line] = lines;
  if (line === undefined) return { test: testsOf(kind)[0] ?? "empty", values: [] };
  const options = lines.flatMap((one) => (/^is /iu.test(one) ? [one.slice("is ".length)] : []));
  if (options.length === lines.length) return { test: "is", values: options };
  const [, first = "", last = ""] = /^between (.*) and (.*)$/iu.exec(line) ?? [];
  if (lines.length > 1) return null;
  if (/^between /iu.test(line)) return { test: "between", values: [first, last] };
  const test = testsOf(kind).find((one) => line.toLowerCase().startsWith(one));
  return test === undefined ? null : { test, values: [line.slice(test.length).trim()] };
}

/** Where a rule can look. `fields` is undefined until loaded, as no field is known to be deleted then. */
export function placeOptions(
  place: string,
  fields: readonly Pick<LeadFieldDefinition, "key" | "name">[] | undefined,
): { value: string; label: string }[] {
  const options = (fields ?? []).map(({ key, name }) => ({ value: ruleFieldOf(key), label: name }));
  if (options.some(({ value }) => value === place)) return options;
  const otherwise = fields === undefined ? "Custom field" : "Deleted field";
  return [{ value: place, label: place === "" ? "Choose a field" : otherwise }, ...options];
}
