/** The first is the initial status. */
export const LEAD_STATUSES = ["pending", "qualified", "approved", "rejected"] as const;

export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** The status that a person or a file names; null for any other word. */
export function statusNamed(name: string): LeadStatus | null {
  const word = name.trim().toLowerCase();
  return LEAD_STATUSES.find((status) => status === word) ?? null;
}

/** What happened to a lead that got this status: "Ann Lee approved". */
export const STATUS_DONE: Record<LeadStatus, string> = {
  pending: "set to pending",
  qualified: "qualified",
  approved: "approved",
  rejected: "rejected",
};

/** Statuses that count as qualified on the dashboard, in reports and in the conversion rate. */
export const QUALIFIED_STATUSES = ["qualified", "approved"] as const satisfies readonly LeadStatus[];

export function countsAsQualified(status: LeadStatus): boolean {
  return status === "qualified" || status === "approved";
}

/** The stages of the dashboard's pipeline; every lead is in one. */
export const LEAD_STAGES = ["incoming", "processing", "qualified", "rejected"] as const;

export type LeadStage = (typeof LEAD_STAGES)[number];

/** What a lead may lack before sales can act on it. */
export const MISSING_INFO = ["email", "phone", "company", "need"] as const;

export type MissingInfo = (typeof MISSING_INFO)[number];
