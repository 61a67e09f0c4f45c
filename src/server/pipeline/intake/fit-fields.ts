import {
  type FieldKind,
  type FieldSpec,
  type FieldValue,
  fieldText,
  readFieldValue,
} from "#shared/contract/leads/field-value.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { hasRoomForFacts, withFact } from "#server/pipeline/intake/alternative-fact.ts";

/** A value as a field of this type stores it. */
export function convertedValue(value: FieldValue, to: FieldSpec): { value: FieldValue } | { error: string } {
  const read = readFieldValue(to, typeof value === "number" ? value : fieldText(value));
  if ("error" in read) return read;
  return read.value === null ? { error: "Empty" } : { value: read.value };
}

/**
 * The lead with its value of a field converted to this type, or moved to its other details if that is impossible; null
 * if nothing changes. Values that `stays` accepts aren't converted.
 */
export function convertLead(
  lead: StoredLead,
  { id, name }: Pick<CustomField, "id" | "name">,
  to: FieldSpec,
  stays: (value: FieldValue) => boolean,
): StoredLead | null {
  // Leads deleted before there were custom fields have none.
  const values = (lead.customFields as StoredLead["customFields"] | undefined) ?? [];
  const value = values.find((one) => one.id === Number(id))?.value;
  if (value === undefined || stays(value)) return null;
  const read = convertedValue(value, to);
  if (!("error" in read)) {
    const customFields = values.map((one) => (one.id === Number(id) ? { ...one, value: read.value } : one));
    return JSON.stringify(customFields) === JSON.stringify(values) ? null : { ...lead, customFields };
  }
  if (!hasRoomForFacts(lead.facts)) return null;
  const customFields = values.filter((one) => one.id !== Number(id));
  return { ...lead, customFields, facts: withFact(lead.facts, { name, value: fieldText(value) }) };
}

/** Whether a field of this type keeps the value as it is: leads keep options that were removed. */
export function keepsValue(kind: FieldKind): (value: FieldValue) => boolean {
  return (value) => (kind === "choice" && typeof value === "string") || (kind === "choices" && Array.isArray(value));
}

/** The lead with all values converted to the types that their fields have now. */
export function fitFields(lead: StoredLead, fields: readonly CustomField[]): StoredLead {
  return fields.reduce((fitting, field) => convertLead(fitting, field, field, keepsValue(field.kind)) ?? fitting, lead);
}
