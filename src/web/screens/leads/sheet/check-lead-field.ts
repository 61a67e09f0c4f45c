import { LeadUpdate } from "#shared/contract/lead.ts";
import type { LeadTextField } from "#shared/raw-lead.ts";

/** A field's value as it would be kept, or what the contract says against it. */
export function checkLeadField(field: LeadTextField, text: string): { value: string } | { error: string } {
  const { data, error } = LeadUpdate.shape[field].safeParse(text);
  return data === undefined ? { error: error?.issues[0]?.message ?? "This cannot be kept." } : { value: data };
}
