import { sql, type Sql } from "#server/db/engine/sql.ts";
import type { FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import { WHOLE } from "#server/db/leads/fields/field-values.ts";
import type { Grouping } from "#server/db/leads/lead-page.ts";

/** The value of a field by which lists are sorted, of a lead in table `l`. */
export function sortKeyOfLead(field: string): string {
  return `(select v.sort_key from lead_field_values v
    where v.lead_id = l.id and v.field_id = ${BigInt(field)} and v.part = ${WHOLE})`;
}

/** Groups leads of table `l` by their value of a field, null without one. */
export function byField(id: string): Grouping {
  const join = sql`left join lead_field_values v on v.lead_id = l.id and ${isOfField({ id, part: WHOLE })}`;
  return { column: sql.raw("v.sort_key"), join };
}

/** Whether a row of `v` is a value of this field that the criterion is about. */
export function isOfField({ id, part }: Pick<FieldCriterion, "id" | "part">): Sql {
  return sql.raw(`v.field_id = ${BigInt(id)} and v.part = ${part}`);
}

/** Whether a row of `v` meets the criterion, which isn't about leads without a value. */
export function meetsField(criterion: FieldCriterion): Sql {
  const { any, contains, min, max } = criterion;
  const tests = [isOfField(criterion)];
  if (any !== undefined) tests.push(isAny(any));
  if (contains !== undefined) tests.push(sql`v.sort_key like ${patternOf(contains)} escape ${"\\"}`);
  if (min !== undefined) tests.push(sql`v.sort_key >= ${min}`);
  if (max !== undefined) tests.push(sql`v.sort_key <= ${max}`);
  return sql.join(tests, " and ");
}

/** Whether its leads are in the order of ids in the index of values. */
export function isOneKey({ has, any, contains, min, max }: FieldCriterion): boolean {
  return has && any?.length === 1 && contains === undefined && min === undefined && max === undefined;
}

/** Whether its leads are one run in the order of the field, or one for each key. */
export function isInOrder({ has, part, contains }: FieldCriterion): boolean {
  return has && part === WHOLE && contains === undefined;
}

function isAny(keys: readonly string[]): Sql {
  return keys.length === 1 ? sql`v.sort_key = ${keys[0]}` : sql`v.sort_key in (${sql.join(keys)})`;
}

/** A LIKE pattern that matches the text literally, anywhere. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/gu, String.raw`\$&`)}%`;
}
