import { LeadUpdate } from "#shared/contract/leads/lead.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";

/** A field's parsed value, or its validation error. */
export function checkLeadField(field: LeadTextField, text: string): { value: string } | { error: string } {
  const { data, error } = LeadUpdate.shape[field].safeParse(text);
  return data === undefined ? { error: error?.issues[0]?.message ?? "This value isn't valid." } : { value: data };
}
