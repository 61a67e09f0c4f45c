import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { fieldText } from "#shared/contract/leads/field-value.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import type { CustomValue } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import {
  limitedTable,
  type RecordStore,
  recordStore,
  recordTable,
  type Watch,
} from "#server/db/engine/record-table.ts";
import { calledByName, type RecordsTable, stored, type StoredRow } from "#server/db/engine/table.ts";

export type LeadFieldRecord = Omit<LeadFieldDefinition, "version">;

export const LEAD_FIELD_TABLE: RecordsTable<LeadFieldRecord> = {
  name: "lead_fields",
  fields: {
    key: stored.plain(),
    name: stored.plain(),
    kind: stored.plain(),
    options: stored.json(),
    createdAt: stored.plain(),
  },
  backup: "all",
  seen: "all",
  people: { kind: "Custom fields", key: ["id"], texts: ["name", "options"], ofPerson: "redact" },
  undo: {
    called: calledByName("field"),
    topics: ["lead-fields", "leads"],
    isScoring: () => true,
    isManaged: () => true,
    refuses: refuseFields,
  },
};

function refuseFields(rows: readonly StoredRow[]): string | null {
  if (rows.length > LIMITS.customField.fields) return tooMany();
  const keys = new Set<unknown>();
  for (const { key, name } of rows) {
    const named = `name ${nameKey(String(name))}`;
    if (keys.has(key) || keys.has(named)) return `There is another field “${String(name)}” now.`;
    keys.add(key).add(named);
  }
  return null;
}

function tooMany(): string {
  return `You can have up to ${LIMITS.customField.fields} custom fields. Delete one first.`;
}

export function leadFieldWrites(watch?: Watch) {
  return limitedTable(recordTable(LEAD_FIELD_TABLE, watch), LIMITS.customField.fields, () =>
    conflict("too_many_fields", tooMany()),
  );
}

/** All custom fields, oldest first. */
export function leadFieldStore(engine: Engine): Pick<RecordStore<LeadFieldRecord>, "list"> {
  return recordStore(engine, recordTable(LEAD_FIELD_TABLE));
}

/** The name of the export column of a custom field. */
export function fieldColumn({ id }: Pick<LeadFieldRecord, "id">): string {
  return `${FIELD_COLUMN}${id}`;
}

const FIELD_COLUMN = "field:";

/** The id of the custom field in this export column; null for other columns. */
export function fieldOfColumn(name: string): number | null {
  return name.startsWith(FIELD_COLUMN) ? Number(name.slice(FIELD_COLUMN.length)) : null;
}

/** Formats the value of one field from a lead's stored values. */
export function fieldCell(id: number): (values: unknown) => string {
  return (values) => {
    if (typeof values !== "string") return "";
    return fieldText((JSON.parse(values) as CustomValue[]).find((one) => one.id === id)?.value ?? null);
  };
}
