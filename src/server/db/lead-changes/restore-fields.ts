import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Change } from "#server/db/journal/journal-rows.ts";

type Values = Pick<Change, "before" | "after">;
type Entries = Map<string, unknown>;

/** Lists that an action changes entry by entry, with what identifies an entry. */
const LISTS: { readonly [F in keyof StoredLead]?: (entry: Record<string, unknown>) => unknown } = {
  facts: ({ name, value }) => [name, value],
  otherValues: ({ field, value }) => [field, value],
  tagMarks: ({ id }) => id,
  customFields: ({ id }) => id,
  rawData: ({ source, sourceId, rowKey }) => [source, sourceId, rowKey],
};

/**
 * Restores the values from before an action and keeps later changes. In facts, other values, raw rows and provenance,
 * only entries the action added, changed or removed are restored. Without later changes the result is exactly the value
 * from before.
 */
export function restoreFields(lead: StoredLead, { before, after }: Values): StoredLead {
  const restored: Record<string, unknown> = { ...lead };
  for (const field of Object.keys(before) as (keyof StoredLead)[]) {
    restored[field] = restoreValue(field, lead[field], before[field], after[field]);
  }
  // Each field holds its previous value, or a list built from its own entries.
  return restored as unknown as StoredLead;
}

/** The field whose current value is an alternative that the action added and someone has chosen since. */
export function pickedSince(lead: StoredLead, { before, after }: Values): LeadTextField | null {
  const [had, brought, has] = [before.otherValues ?? [], after.otherValues ?? [], lead.otherValues];
  const isAmong = (values: StoredLead["otherValues"], field: LeadTextField): boolean =>
    values.some((other) => other.field === field && other.value === lead[field]);
  const isPicked = (field: LeadTextField): boolean =>
    isAmong(brought, field) && !isAmong(had, field) && !isAmong(has, field);
  return LEAD_TEXT_FIELDS.find(isPicked) ?? null;
}

/** Whether a custom field that the action changed has another value since. */
export function isValueChangedAgain(lead: StoredLead, { before, after }: Values): boolean {
  const [had = [], left = []] = [before.customFields, after.customFields];
  const valueIn = (values: StoredLead["customFields"], id: number): string =>
    JSON.stringify(values.find((one) => one.id === id)?.value ?? null);
  return [...had, ...left].some(({ id }) => {
    const [was, is, now] = [valueIn(had, id), valueIn(left, id), valueIn(lead.customFields, id)];
    return was !== is && now !== is && now !== was;
  });
}

function restoreValue(field: keyof StoredLead, now: unknown, before: unknown, after: unknown): unknown {
  if (isSame(now, after)) return before;
  if (field === "provenance") {
    return Object.fromEntries(restoreEntries(partsOf(now), partsOf(before), partsOf(after)));
  }
  const nameOf = LISTS[field];
  if (nameOf === undefined || !isList(now) || !isList(before) || !isList(after)) return now;
  const named = (list: readonly Record<string, unknown>[]): Entries =>
    new Map(list.map((entry) => [JSON.stringify(nameOf(entry)), entry]));
  return [...restoreEntries(named(now), named(before), named(after)).values()];
}

/**
 * Removes entries the action added, even if newer data reported the same; reinserts removed ones in place; and reverts
 * changed ones unless they have changed again.
 */
function restoreEntries(now: Entries, before: Entries, after: Entries): Entries {
  const restored = [...now].filter(([name]) => before.has(name) || !after.has(name));
  let place = 0;
  for (const [name, value] of before) {
    const at = restored.findIndex(([known]) => known === name);
    if (at >= 0) {
      if (isSame(now.get(name), after.get(name))) restored[at] = [name, value];
      place = at + 1;
    } else if (!after.has(name)) {
      restored.splice(place, 0, [name, value]);
      place += 1;
    }
  }
  return new Map(restored);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function partsOf(value: unknown): Entries {
  return new Map(Object.entries(value ?? {}));
}

function isList(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "object" && entry !== null);
}
