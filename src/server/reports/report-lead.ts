import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { reportReasons, type ReportReasons } from "#server/reports/report-reasons.ts";
import { cleanLine } from "#server/reports/report-words.ts";

/** A lead as both halves of the report show it; every text is a single clean line. */
export interface ReportLead {
  name: string;
  /** What is known of it, in reading order, by label. */
  details: { label: string; value: string }[];
  score: number;
  status: string;
  /** Why it has its score; null when that is not known. */
  reasons: ReportReasons | null;
  /** Which information is missing. */
  missing: string;
  /** The lead's page; null when the product's address is not known. */
  link: string | null;
  /** It qualified since the report before. */
  isNew: boolean;
  /** Where it can be decided; null where it is, or when the product's address is not known. */
  decide: DecideLinks | null;
}

/** Addresses that decide a lead. */
export interface DecideLinks {
  approve: string;
  reject: string;
}

/** What is told of a lead besides itself. */
interface ToldOfLead {
  explanation: LeadExplanation | undefined;
  baseUrl: string | null;
  isNew: boolean;
  decide: DecideLinks | null;
}

const STATUS_WORDS: Record<LeadStatus, string> = {
  pending: "Pending",
  qualified: "Qualified",
  approved: "Approved",
  rejected: "Rejected",
};

/** Brings a lead and its explanation into the words of the report. */
export function reportLead(lead: StoredLead, { explanation, baseUrl, isNew, decide }: ToldOfLead): ReportLead {
  const details = [
    { label: "Company", value: cleanLine(lead.company) },
    { label: "Email", value: cleanLine(lead.email) },
    { label: "Phone", value: cleanLine(lead.phone) },
  ].filter((detail) => detail.value !== "");
  return {
    name: cleanLine(lead.name) || details[0]?.value || "Unnamed lead",
    details,
    score: lead.score,
    status: STATUS_WORDS[lead.status],
    reasons: explanation === undefined ? null : reportReasons(explanation),
    missing: lead.missingInfo.join(", "),
    isNew,
    decide,
    link: baseUrl === null ? null : `${baseUrl.replace(/\/+$/u, "")}/leads/${encodeURIComponent(lead.id)}`,
  };
}
