import { alternativeOf } from "#server/pipeline/intake/alternative-fact.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import type { FieldOrigin, LeadRecord, OtherValue } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";

/**
 * Adds this value as the newest seen value. Each value of a field is stored once, and only the latest per source row.
 * The oldest are dropped when a field has more than ten or all of them exceed 100,000 characters.
 */
export function withOtherValue(others: readonly OtherValue[], seen: OtherValue): OtherValue[] {
  const { otherValuesPerField, otherValuesLength } = LIMITS.lead;
  if (seen.value === "") return [...others];
  const next = [...withoutValue(others, seen.field, seen.value, seen.origin), seen];
  let ofField = 0;
  let length = 0;
  return next
    .toReversed()
    .filter(({ field, value }) => {
      if (field === seen.field && (ofField += 1) > otherValuesPerField) return false;
      return (length += value.length) <= otherValuesLength;
    })
    .toReversed();
}

/** The seen values without this value of a field, and without the same row's previous one. */
export function withoutValue(
  others: readonly OtherValue[],
  field: LeadTextField,
  value: string,
  origin: FieldOrigin | null,
): OtherValue[] {
  return others.filter((other) => other.field !== field || (other.value !== value && !isSameRow(other.origin, origin)));
}

/** Whether this origin's row already gave the value and it is not the lead's current one. */
export function hasReportedBefore(
  { otherValues }: Pick<LeadRecord, "otherValues">,
  field: LeadTextField,
  value: string,
  origin: FieldOrigin,
): boolean {
  return otherValues.some((other) => other.field === field && other.value === value && isSameRow(other.origin, origin));
}

/** A value that a person can pick for a field; `factName` is the fact that holds it, if any. */
export interface SeenValue {
  value: string;
  origin: FieldOrigin | null;
  factName: string | null;
}

/** A field's alternative values: stored ones first, newest first, then those found in facts. */
export function seenValues(
  lead: Pick<LeadRecord, "otherValues" | "facts" | LeadTextField>,
  field: LeadTextField,
): SeenValue[] {
  const facts = lead.facts.filter(({ name }) => alternativeOf(name) === field);
  const remembered = lead.otherValues.filter((other) => other.field === field).toReversed();
  const seen = new Map<string, SeenValue>();
  for (const { value, origin } of remembered) {
    seen.set(value, { value, origin, factName: facts.find((fact) => fact.value === value)?.name ?? null });
  }
  for (const { name, value } of facts) if (!seen.has(value)) seen.set(value, { value, origin: null, factName: name });
  seen.delete(lead[field]);
  return [...seen.values()];
}

function isSameRow(a: FieldOrigin | null, b: FieldOrigin | null): boolean {
  if (a === null || b === null || a.rowKey === undefined) return false;
  return a.source === b.source && a.sourceId === b.sourceId && a.rowKey === b.rowKey;
}
