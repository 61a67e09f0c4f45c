import type { FieldValue } from "#shared/contract/leads/field-value.ts";
import type { CustomValue } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";
import { foldText } from "#server/db/leads/search-text.ts";

export const LEAD_FIELD_VALUES: Table = {
  name: "lead_field_values",
  backup: "all",
  people: { none: "values of custom fields; written and removed with leads" },
  seen: { leads: ["lead_id"] },
};

/** The whole value, by which lists are sorted. */
export const WHOLE = 0;
/** One of several chosen options. */
export const OPTION = 1;

interface Valued {
  id: string;
  /** Leads stored before custom fields lack it. */
  customFields?: readonly CustomValue[];
}

/** Indexes the custom fields of leads that have no values in the index. */
export function* addFieldValues(engine: WorkRunner, leads: readonly Valued[]): Work<void> {
  const rows = leads.flatMap(({ id: lead, customFields = [] }) =>
    customFields.flatMap(({ id: field, value }) => {
      const row = (part: number, of: FieldValue) => ({
        field_id: field,
        part,
        sort_key: fieldSortKey(of),
        lead_id: lead,
      });
      return [row(WHOLE, value), ...(Array.isArray(value) ? value : []).map((option) => row(OPTION, option))];
    }),
  );
  if (rows.length > 0) {
    yield* engine.sql.insertMany(
      "lead_field_values",
      rows,
      "on conflict (field_id, part, sort_key, lead_id) do nothing",
    );
  }
}

/** Updates the index after a change of custom fields. */
export function* changeFieldValues(
  engine: WorkRunner,
  changes: readonly { before: Valued; after: Valued }[],
): Work<void> {
  yield* removeFieldValues(
    engine,
    changes.map(({ before }) => before.id),
  );
  yield* addFieldValues(
    engine,
    changes.map(({ before: { id }, after: { customFields = [] } }) => ({ id, customFields })),
  );
}

/** Removes leads from the index. */
export function* removeFieldValues(engine: WorkRunner, ids: readonly string[]): Work<void> {
  yield* run(sql`delete from lead_field_values where ${engine.sql.isOneOf("lead_id", ids)}`);
}

/** The key that sorts a list by this value: texts like names, numbers by size. */
export function fieldSortKey(value: FieldValue): string {
  if (typeof value === "number") return numberKey(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  const text = Array.isArray(value) ? value.join("; ") : value;
  return foldText(text)
    .slice(0, LIMITS.customField.textLength)
    .replace(/[\ud800-\udbff]$/u, "");
}

/** Hexadecimal digits that compare as texts like the numbers do. */
function numberKey(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // Adding 0 turns -0 into 0.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  const SIGN = 1n << 63n;
  const ordered = bits & SIGN ? ~bits & (SIGN | (SIGN - 1n)) : bits | SIGN;
  return ordered.toString(16).padStart(16, "0");
}
