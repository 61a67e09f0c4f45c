import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import { MISSING_INFO } from "#shared/lead-status.ts";

/** What a lead lacks, as the list names it. */
export const MISSING_WORDS: Record<MissingInfo, string> = {
  email: "Email",
  phone: "Phone",
  company: "Company",
  need: "Need",
};

/** The statuses in the order of the filter. */
export const STATUS_OPTIONS: readonly { value: LeadStatus | "all"; label: string }[] = [
  { value: "all", label: "All Status" },
  { value: "qualified", label: "Qualified" },
  { value: "pending", label: "Pending" },
  { value: "rejected", label: "Rejected" },
  { value: "approved", label: "Approved" },
];

export function statusWord(status: LeadStatus): string {
  return STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? status;
}

/** What is missing, in words and in the order of asking; what this page does not know is left out. */
export function missingWords(missing: readonly string[]): string[] {
  return MISSING_INFO.filter((one) => missing.includes(one)).map((one) => MISSING_WORDS[one]);
}
