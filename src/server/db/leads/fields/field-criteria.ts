import {
  fieldConditionsOf,
  fieldOfSort,
  type FieldCondition,
  type FieldSort,
  type FieldTest,
} from "#shared/contract/leads/field-filter.ts";
import { type FieldKind, readFieldValue } from "#shared/contract/leads/field-value.ts";
import { invalid } from "#server/platform/errors.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { fieldSortKey, OPTION, WHOLE } from "#server/db/leads/fields/field-values.ts";
import { LEAD_FIELD_TABLE, type LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import { foldText } from "#server/db/leads/search-text.ts";

/** The tests that make sense for each kind, besides `filled` and `empty`. */
const TESTS_OF_KIND: Readonly<Record<FieldKind, readonly FieldTest[]>> = {
  text: ["contains", "is"],
  number: ["min", "max", "is"],
  date: ["min", "max", "is"],
  choice: ["is", "contains"],
  choices: ["is", "contains"],
  yesNo: ["is"],
  link: ["contains", "is"],
};

/** What a filter asks of the indexed values of a custom field; all given tests apply to the same value. */
export interface FieldCriterion {
  id: string;
  part: typeof WHOLE | typeof OPTION;
  /** False for leads without a value. */
  has: boolean;
  /** One of these sort keys. */
  any?: readonly string[];
  /** A part of the folded text. */
  contains?: string;
  /** Sort keys, inclusive. */
  min?: string;
  max?: string;
}

/** The criteria of conditions on custom fields. Throws invalid for an unknown field or a value that doesn't fit. */
export function* criteriaOfFields(text: string): Work<FieldCriterion[]> {
  const conditions = fieldConditionsOf(text);
  if (conditions === null) throw invalid("fields", "Use conditions like budget:min:1000, separated by commas.");
  const fields = yield* recordTable(LEAD_FIELD_TABLE).list();
  const criteria = new Map<string, FieldCriterion>();
  for (const condition of conditions) {
    const field = fieldOf(fields, condition.key, "fields");
    const part = field.kind === "choices" && condition.test === "is" ? OPTION : WHOLE;
    const has = condition.test !== "empty";
    const name = `${field.id} ${part} ${has}`;
    const known = criteria.get(name) ?? { id: field.id, part, has };
    criteria.set(name, { ...known, ...testOf(field, condition, known) });
  }
  return [...criteria.values()];
}

/** The id of the field that a list is sorted by. Throws invalid. */
export function* sortedField(sort: FieldSort): Work<string> {
  return fieldOf(yield* recordTable(LEAD_FIELD_TABLE).list(), fieldOfSort(sort), "sort").id;
}

/** The field whose options are the columns of a board. Throws invalid. */
export function* choiceField(key: string): Work<LeadFieldRecord> {
  const field = fieldOf(yield* recordTable(LEAD_FIELD_TABLE).list(), key, "field");
  if (field.kind !== "choice") throw invalid("field", `${field.name} isn't a choice.`);
  return field;
}

function fieldOf(fields: readonly LeadFieldRecord[], key: string, parameter: string): LeadFieldRecord {
  const field = fields.find((one) => one.key === key);
  if (field === undefined) throw invalid(parameter, `There is no field ${key}.`);
  return field;
}

function testOf(
  field: LeadFieldRecord,
  { test, value }: FieldCondition,
  { any = [] }: Pick<FieldCriterion, "any">,
): Partial<FieldCriterion> {
  if (test === "filled" || test === "empty") return {};
  if (!TESTS_OF_KIND[field.kind].includes(test)) throw invalid("fields", `${field.name} has no test ${test}.`);
  if (test === "contains") return { contains: foldText(value) };
  const key = keyOf(field, value);
  return test === "is" ? { any: [...any, key] } : { [test]: key };
}

/** The sort key of a value to compare with, which may be an option that was removed since. */
function keyOf(field: LeadFieldRecord, value: string): string {
  if (field.kind === "choice" || field.kind === "choices") return fieldSortKey(value);
  const read = readFieldValue(field, value);
  if ("error" in read) throw invalid("fields", `${field.name}: ${read.error}.`);
  return fieldSortKey(read.value ?? "");
}
