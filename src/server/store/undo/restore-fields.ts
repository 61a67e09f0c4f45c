import type { StoredLead } from "#shared/lead-record.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/raw-lead.ts";
import type { Change } from "#server/store/journal-rows.ts";

type Values = Pick<Change, "before" | "after">;
type Entries = Map<string, unknown>;

/** The lists of which an act changes some entries, by what tells one of them from the others. */
const LISTS: { readonly [F in keyof StoredLead]?: (entry: Record<string, unknown>) => unknown } = {
  facts: ({ name, value }) => [name, value],
  otherValues: ({ field, value }) => [field, value],
  rawData: ({ source, sourceId, rowKey }) => [source, sourceId, rowKey],
};

/**
 * The lead with what an act changed as it was before, beside what has changed since: of facts, values seen, rows and
 * origins only those that the act brought, changed or took. Exactly as before where nothing has.
 */
export function restoreFields(lead: StoredLead, { before, after }: Values): StoredLead {
  const restored: Record<string, unknown> = { ...lead };
  for (const field of Object.keys(before) as (keyof StoredLead)[]) {
    restored[field] = restoreValue(field, lead[field], before[field], after[field]);
  }
  // Each field has a value that it had before, or one put together of the entries that it had.
  return restored as unknown as StoredLead;
}

/** The field whose value of now is one that the act brought beside another: somebody has picked it since. */
export function pickedSince(lead: StoredLead, { before, after }: Values): LeadTextField | null {
  const [had, brought, has] = [before.otherValues ?? [], after.otherValues ?? [], lead.otherValues];
  const isAmong = (values: StoredLead["otherValues"], field: LeadTextField): boolean =>
    values.some((other) => other.field === field && other.value === lead[field]);
  const isPicked = (field: LeadTextField): boolean =>
    isAmong(brought, field) && !isAmong(had, field) && !isAmong(has, field);
  return LEAD_TEXT_FIELDS.find(isPicked) ?? null;
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
 * What an act brought goes, also where something newer told the same; what it took comes back to its place; what it
 * changed is as before, unless it has changed again.
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
