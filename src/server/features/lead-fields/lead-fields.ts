import type {
  FieldValuesPatch,
  LeadFieldDefinition,
  LeadFieldUpdate,
  NewLeadField,
} from "#shared/contract/leads/lead-field.ts";
import { fieldKeyOf, readFieldValue, type FieldValue } from "#shared/contract/leads/field-value.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { CustomValue, StoredLead } from "#shared/lead-record.ts";
import type { NamedValue, SourceRef } from "#shared/raw-lead.ts";
import type { NormalRow } from "#server/pipeline/intake/decide-batch.ts";
import { conflict, existing, invalid } from "#server/platform/errors.ts";
import type { Records } from "#server/db/actions/nouns.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { act, refuseStale, withVersion } from "#server/features/journal/act.ts";
import { rescoreAfterChange } from "#server/features/rules/rescore.ts";
import type { Workspace } from "#server/workspace.ts";

/** All custom fields, oldest first. */
export async function listLeadFields({ store }: Pick<Workspace, "store">): Promise<LeadFieldDefinition[]> {
  return (await store.leadFields.list()).map(contractField);
}

/** Adds a custom field. Throws field_exists and too_many_fields (409). */
export async function addLeadField(workspace: Workspace, { name, kind, options }: NewLeadField) {
  const createdAt = workspace.clock().toISOString();
  return changeFields(workspace, "added", function* ({ leadFields }) {
    const known = yield* leadFields.list();
    refuseTaken(known, name, null);
    const key = fieldKeyOf(
      name,
      known.map((field) => field.key),
    );
    return yield* leadFields.create({ key, name, kind, options, createdAt });
  });
}

/** Renames a field or changes its options; values of leads stay. Throws not_found, stale and field_exists (409). */
export async function changeLeadField(workspace: Workspace, id: string, patch: LeadFieldUpdate) {
  const { version, ...change } = patch;
  return changeFields(workspace, "changed", function* ({ leadFields }) {
    const field = yield* requireField(leadFields, id);
    refuseStale({ noun: "leadField", table: "lead_fields", key: id, record: field, version });
    if (change.name !== undefined) refuseTaken(yield* leadFields.list(), change.name, id);
    if (change.options !== undefined && field.options.length === 0) {
      throw invalid("options", "Only a choice has options.");
    }
    return (yield* leadFields.update(id, definedFields(change))) ?? field;
  });
}

/** Deletes a field. Leads keep its values unseen, so that an undo brings them back. Throws not_found. */
export async function deleteLeadField(workspace: Workspace, id: string) {
  return changeFields(workspace, "deleted", function* ({ leadFields }) {
    const field = yield* requireField(leadFields, id);
    yield* leadFields.remove(id);
    return field;
  });
}

/** Values to set, by the id of their field. Throws invalid for an unknown field or a value that doesn't fit. */
export function readFieldValues(
  fields: readonly LeadFieldRecord[],
  given: FieldValuesPatch,
): ReadonlyMap<number, FieldValue | null> {
  return new Map(
    Object.entries(given).map(([key, value]) => {
      const field = fields.find((one) => one.key === key);
      if (field === undefined) throw invalid("fields", `There is no field ${key}.`);
      const read = readFieldValue(field, value);
      if ("error" in read) throw invalid("fields", `${field.name}: ${read.error}.`);
      return [Number(field.id), read.value];
    }),
  );
}

/** The lead with these values; the same lead if it has them. */
export function withValues(lead: StoredLead, values: ReadonlyMap<number, FieldValue | null>): StoredLead {
  const others = lead.customFields.filter(({ id }) => !values.has(id));
  const given = [...values].flatMap(([id, value]): CustomValue[] => (value === null ? [] : [{ id, value }]));
  const customFields = [...others, ...given].toSorted((a, b) => a.id - b.id);
  return JSON.stringify(customFields) === JSON.stringify(lead.customFields) ? lead : { ...lead, customFields };
}

/** The same for a lead that is added, where null means no value. */
export function namedValues(fields: readonly LeadFieldRecord[], given: FieldValuesPatch): NamedValue[] {
  return [...readFieldValues(fields, given)].flatMap(([id, value]) => {
    const name = fields.find((field) => Number(field.id) === id)?.name ?? "";
    return value === null ? [] : [{ id, name, value }];
  });
}

/** People choose what the columns of files and the fields of the API mean. */
const CHOSEN: ReadonlySet<string> = new Set(["file", "api", "manual"]);

/** These rows, with details that are named like a custom field and fit it as its value. */
export async function withNamedFields(
  { store }: Pick<Workspace, "store">,
  { kind }: SourceRef,
  rows: readonly NormalRow[],
): Promise<readonly NormalRow[]> {
  if (CHOSEN.has(kind) || rows.every(({ raw }) => raw.facts.length === 0)) return rows;
  const fields = new Map((await store.leadFields.list()).map((field) => [nameKey(field.name), field]));
  return fields.size === 0 ? rows : rows.map((row) => withNamed(row, fields));
}

function withNamed(row: NormalRow, fields: ReadonlyMap<string, LeadFieldRecord>): NormalRow {
  const { raw, normalized } = row;
  if ("skipped" in normalized) return row;
  const custom = new Map((raw.custom ?? []).map((value) => [value.id, value]));
  const known = custom.size;
  const facts = normalized.lead.facts.filter((fact) => {
    const field = fields.get(nameKey(fact.name));
    const read = field === undefined ? null : readFieldValue(field, fact.value);
    if (field === undefined || read === null || "error" in read || read.value === null) return true;
    const id = Number(field.id);
    if (custom.has(id)) return true;
    custom.set(id, { id, name: field.name, value: read.value });
    return false;
  });
  if (custom.size === known) return row;
  return {
    raw: { ...raw, custom: [...custom.values()] },
    normalized: { ...normalized, lead: { ...normalized.lead, facts } },
  };
}

/** A lead's values by the key of their field. */
export function fieldValuesOf(
  values: readonly CustomValue[],
  fields: readonly LeadFieldRecord[],
): Record<string, FieldValue> {
  return Object.fromEntries(
    fields.flatMap(({ id, key }) => values.filter((one) => one.id === Number(id)).map(({ value }) => [key, value])),
  );
}

function refuseTaken(fields: readonly LeadFieldRecord[], name: string, id: string | null): void {
  const taken = fields.find((one) => one.id !== id && nameKey(one.name) === nameKey(name));
  if (taken !== undefined) throw conflict("field_exists", `There is already a field “${taken.name}”.`);
}

function* requireField(fields: Records["leadFields"], id: string): Work<LeadFieldRecord> {
  return existing(yield* fields.get(id), "field");
}

async function changeFields(
  workspace: Workspace,
  what: string,
  write: (records: Records) => Work<LeadFieldRecord>,
): Promise<Acted<LeadFieldDefinition>> {
  const entry = ({ name }: LeadFieldRecord) => ({ kind: "settings" as const, title: `Field “${name}” ${what}` });
  const { done, actId } = await act(workspace, entry, write);
  await rescoreAfterChange(workspace);
  return { done: contractField(done), actId };
}

function contractField(field: LeadFieldRecord): LeadFieldDefinition {
  return withVersion("leadField", field);
}
