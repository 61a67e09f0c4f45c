import type { RawInput } from "#server/pipeline/intake/raw-input.ts";
import { fieldText } from "#shared/contract/leads/field-value.ts";
import type { KnownLeadPolicy } from "#shared/contract/leads/lead-import.ts";
import type { CustomValue } from "#shared/lead-record.ts";
import type { Fact, NamedValue } from "#shared/raw-lead.ts";

interface Merging {
  /** What the row reported before. */
  former: RawInput | undefined;
  sourceName: string;
  policy: KnownLeadPolicy | undefined;
}

/**
 * Merges a row's values of custom fields into a lead's. Fills empty fields, and replaces values that the row reported
 * before. A value that a person cleared stays empty. The policy `fill` never replaces a value, and `overwrite`
 * always does; the value that isn't used becomes a fact. Returns the same list if nothing changes.
 */
export function mergeCustom(
  values: CustomValue[],
  incoming: readonly NamedValue[],
  { former, sourceName, policy }: Merging,
): { values: CustomValue[]; facts: Fact[] } {
  let merged = values;
  const facts: Fact[] = [];
  for (const { id, name, value } of incoming) {
    const before = merged.find((one) => one.id === id)?.value;
    if (isSame(before, value)) continue;
    const reported = former?.custom?.find((one) => one.id === id)?.value;
    const isOwn = policy === undefined && reported !== undefined && isSame(before, reported);
    if (before === undefined && reported !== undefined && isSame(reported, value)) continue;
    const replaces = before === undefined || policy === "overwrite" || isOwn;
    if (replaces) merged = [...merged.filter((one) => one.id !== id), { id, value }].toSorted((a, b) => a.id - b.id);
    const unused = replaces ? before : value;
    if (unused !== undefined && !isOwn) facts.push({ name: `${name} (${sourceName})`, value: fieldText(unused) });
  }
  return { values: merged, facts };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
