import type { NormalLead } from "#server/pipeline/intake/normalize.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

/** Whether an incoming value is just another spelling of the lead's current one, and so nothing new. */
export function saysTheSame(lead: LeadRecord, field: LeadTextField, normal: NormalLead): boolean {
  if (field === "email") return normal.emailKey === lead.emailKey;
  if (field === "phone" && normal.phoneKey !== null) return normal.phoneKey === lead.phoneKey;
  return plain(normal.fields[field]) === plain(lead[field]);
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}
