/** The four states a lead can be in; the first is where each starts. */
export const LEAD_STATUSES = ["pending", "qualified", "approved", "rejected"] as const;

export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** The states that count as qualified on the dashboard, in reports and in the conversion rate. */
export const QUALIFIED_STATUSES = ["qualified", "approved"] as const satisfies readonly LeadStatus[];

/** Whether a lead in this state counts as qualified. */
export function countsAsQualified(status: LeadStatus): boolean {
  return status === "qualified" || status === "approved";
}

/** What a lead can lack before a sales person can act on it. */
export const MISSING_INFO = ["email", "phone", "company", "need"] as const;

export type MissingInfo = (typeof MISSING_INFO)[number];
