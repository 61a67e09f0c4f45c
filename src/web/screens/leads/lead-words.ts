import { LEAD_FIELDS } from "#shared/lead-fields.ts";
import type { LeadStage, LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import { LEAD_STATUSES, MISSING_INFO } from "#shared/lead-status.ts";

export const MISSING_WORDS: Record<MissingInfo, string> = {
  email: LEAD_FIELDS.email.label,
  phone: LEAD_FIELDS.phone.label,
  company: LEAD_FIELDS.company.label,
  need: "Need",
};

/** Statuses in filter order. */
export const STATUS_OPTIONS: readonly { value: LeadStatus | "all"; label: string }[] = [
  { value: "all", label: "All Status" },
  { value: "qualified", label: "Qualified" },
  { value: "pending", label: "Pending" },
  { value: "rejected", label: "Rejected" },
  { value: "approved", label: "Approved" },
];

export const STAGE_WORDS: Record<LeadStage, string> = {
  incoming: "incoming",
  processing: "processing",
  qualified: "qualified or approved",
  rejected: "rejected",
};

/** The status of an option's value. */
export function statusOf(value: string): LeadStatus | "all" {
  return LEAD_STATUSES.find((status) => status === value) ?? "all";
}

export function statusWord(status: LeadStatus): string {
  return STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? status;
}

/** Labels of missing details, in the order of asking; unknown ones are skipped. */
export function missingWords(missing: readonly string[]): string[] {
  return MISSING_INFO.filter((one) => missing.includes(one)).map((one) => MISSING_WORDS[one]);
}
