import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { FieldTotals } from "#shared/contract/leads/lead-totals.ts";
import type { CustomValue } from "#shared/lead-record.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { first, sql, type Work } from "#server/db/engine/sql.ts";
import { choiceField } from "#server/db/leads/fields/field-criteria.ts";
import { byField, isOfField } from "#server/db/leads/fields/field-sql.ts";
import { fieldSortKey, WHOLE } from "#server/db/leads/fields/field-values.ts";
import { findTotals, leadPagesOf } from "#server/db/leads/find-lead-page.ts";
import { criteriaFor } from "#server/db/leads/lead-filter.ts";

/**
 * The leads of a filter by their value of a choice field: each option in order, values whose option was removed, and
 * none.
 */
export async function totalsOfField(engine: Engine, filter: LeadFilter, key: string): Promise<FieldTotals> {
  const [field, criteria] = await engine.run(function* () {
    return [yield* choiceField(key), yield* criteriaFor(filter)] as const;
  });
  const found = new Map<string | null, Omit<FieldTotals[number], "value">>();
  const query = { criteria, by: byField(field.id) };
  for (const [group, count, scoreSum] of await findTotals(engine, query, leadPagesOf(engine))) {
    const known = found.get(group) ?? { count: 0, scoreSum: 0 };
    found.set(group, { count: known.count + Number(count), scoreSum: known.scoreSum + Number(scoreSum) });
  }
  const totals: FieldTotals = [];
  const take = (group: string | null, value: string | null): void => {
    totals.push({ value, ...(found.get(group) ?? { count: 0, scoreSum: 0 }) });
    found.delete(group);
  };
  for (const option of field.options) take(fieldSortKey(option), option);
  const removed = [...found.keys()].filter((group) => group !== null).toSorted();
  const values = await engine.run(function* () {
    const read: string[] = [];
    for (const group of removed) read.push(yield* valueOf(field.id, group));
    return read;
  });
  for (const [at, group] of removed.entries()) take(group, values[at] ?? group);
  take(null, null);
  return totals;
}

/** A value as it is written on a lead, of the sort key that it has in the index. */
function* valueOf(id: string, key: string): Work<string> {
  const lead = yield* first(
    sql<{
      custom_fields: string | null;
    }>`select l.custom_fields from lead_field_values v join leads l on l.id = v.lead_id
      where ${isOfField({ id, part: WHOLE })} and v.sort_key = ${key} limit 1`,
  );
  const values = JSON.parse(lead?.custom_fields ?? "[]") as CustomValue[];
  const value = values.find((one) => String(one.id) === id)?.value;
  return typeof value === "string" ? value : key;
}
