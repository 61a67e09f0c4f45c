import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { fieldsIn, LEAD_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { mailedReasons, type MailedReasons } from "#server/features/reports/content/report-reasons.ts";
import { mailedAddress, mailedLine } from "#server/delivery/mail/mailed-words.ts";

/** A lead as shown in both HTML and plain text; every text is a single clean line without links. */
export interface ReportLead {
  name: string;
  /** The known fields in reading order, by label. */
  details: { label: string; value: string }[];
  score: number;
  isApproved: boolean;
  /** Why it has its score; null if unknown. */
  reasons: MailedReasons | null;
  /** The missing information. */
  missing: string;
  /** What else to know, on a separate line; empty if nothing. */
  note: string;
  /** The lead's page; null if the product's URL is unknown. */
  link: string | null;
  /** Whether it qualified since the previous report. */
  isNew: boolean;
  /** The links for deciding on it; null if it is decided or the product's URL is unknown. */
  decide: DecideLinks | null;
}

/** Links for deciding on a lead. */
export interface DecideLinks {
  approve: string;
  reject: string;
}

/** The context of a lead in the report. */
interface ReportedLead {
  explanation: LeadExplanation | undefined;
  baseUrl: string | null;
  isNew: boolean;
  decide: DecideLinks | null;
  note?: string;
}

/** What the report reads of a lead. */
type MailedLead = Pick<StoredLead, "id" | "score" | "status" | "missingInfo" | LeadTextField>;

const DETAILS = fieldsIn("report");

/** Formats a lead and its explanation for the report. */
export function reportLead(
  lead: MailedLead,
  { explanation, baseUrl, isNew, decide, note = "" }: ReportedLead,
): ReportLead {
  const details = DETAILS.map((field) => {
    const { label, type } = LEAD_FIELDS[field];
    return { label, value: type === "email" ? mailedAddress(lead[field]) : mailedLine(lead[field]) };
  }).filter((detail) => detail.value !== "");
  return {
    name: mailedLine(lead.name) || details[0]?.value || "Unnamed lead",
    details,
    score: lead.score,
    isApproved: lead.status === "approved",
    reasons: explanation === undefined ? null : mailedReasons(explanation),
    missing: lead.missingInfo.join(", "),
    note: mailedLine(note),
    isNew,
    decide,
    link: baseUrl === null ? null : `${baseUrl}/leads/${encodeURIComponent(lead.id)}`,
  };
}
