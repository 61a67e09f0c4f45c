import { escapeItem, unescapeItem } from "#shared/fact-columns.ts";
import { LIMITS } from "#shared/limits.ts";

/** What a list can ask of a custom field; `is` several times means one of them, `min` and `max` are inclusive. */
const FIELD_TESTS = ["is", "contains", "min", "max", "filled", "empty"] as const;
export type FieldTest = (typeof FIELD_TESTS)[number];

/** A condition on a custom field; `filled` and `empty` have no value. */
export interface FieldCondition {
  /** The key of the field. */
  key: string;
  test: FieldTest;
  value: string;
}

/** As in a query: "budget:min:1000,tier:is:Gold,region:empty", with %2C for a comma and %25 for a percent. */
export function fieldConditionsText(conditions: readonly FieldCondition[]): string {
  return conditions
    .map(({ key, test, value }) => escapeItem(hasValue(test) ? `${key}:${test}:${value}` : `${key}:${test}`))
    .join(",");
}

/** Reads conditions; null if one is malformed, or if there are too many. */
export function fieldConditionsOf(text: string): FieldCondition[] | null {
  if (text === "") return [];
  const conditions = text.split(",").map(conditionOf);
  const read = conditions.filter((condition) => condition !== null);
  return read.length < conditions.length || read.length > LIMITS.customField.conditions ? null : read;
}

function conditionOf(item: string): FieldCondition | null {
  const [, key, name, value] = /^([a-z0-9_]+):([a-z]+)(?::(.*))?$/su.exec(unescapeItem(item)) ?? [];
  const test = FIELD_TESTS.find((one) => one === name);
  if (key === undefined || test === undefined || hasValue(test) !== (value !== undefined && value !== "")) return null;
  return { key, test, value: value ?? "" };
}

function hasValue(test: FieldTest): boolean {
  return test !== "filled" && test !== "empty";
}

const SORT = "fields.";

/** Sorting by the values of a custom field. */
export type FieldSort = `${typeof SORT}${string}` | `-${typeof SORT}${string}`;

export function isFieldSort(sort: string): sort is FieldSort {
  return /^-?fields\.[a-z0-9_]+$/u.test(sort);
}

/** The key of the field that a list is sorted by. */
export function fieldOfSort(sort: FieldSort): string {
  return sort.replace(/^-?fields\./u, "");
}

export function fieldSortOf(key: string): `fields.${string}` {
  return `${SORT}${key}`;
}
