import type { NormalLead } from "#server/intake/normalise.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { LeadTextField } from "#shared/raw-lead.ts";

/** Whether an arriving value is another way of writing what a lead has, which is no news. */
export function saysTheSame(lead: LeadRecord, field: LeadTextField, normal: NormalLead): boolean {
  if (field === "email") return normal.emailKey === lead.emailKey;
  if (field === "phone" && normal.phoneKey !== null) return normal.phoneKey === lead.phoneKey;
  return plain(normal.fields[field]) === plain(lead[field]);
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}
