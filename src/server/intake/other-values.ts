import { alternativeOf } from "#server/intake/alternative-fact.ts";
import type { FieldOrigin, LeadRecord, OtherValue } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import type { LeadTextField } from "#shared/raw-lead.ts";

/**
 * The values seen with this one as the newest. Each value of a field is there once, and of each row of a source only its
 * latest; the oldest go when a field has more than ten or all of them more than 100,000 characters.
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

/** The values seen without this one of a field, nor what the same row said before. */
export function withoutValue(
  others: readonly OtherValue[],
  field: LeadTextField,
  value: string,
  origin: FieldOrigin | null,
): OtherValue[] {
  return others.filter((other) => other.field !== field || (other.value !== value && !isSameRow(other.origin, origin)));
}

/** Whether the row of this origin gave the value already, which is not the one that the lead has. */
export function hasSaidBefore(
  { otherValues }: Pick<LeadRecord, "otherValues">,
  field: LeadTextField,
  value: string,
  origin: FieldOrigin,
): boolean {
  return otherValues.some((other) => other.field === field && other.value === value && isSameRow(other.origin, origin));
}

/** A value that a person may pick for a field; `factName` is the fact that holds it, where one does. */
export interface SeenValue {
  value: string;
  origin: FieldOrigin | null;
  factName: string | null;
}

/** The values seen of a field beside the one it has, the newest first: those remembered, then what stands among the facts. */
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
