import { decideStatus } from "#server/intake/qualify.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";

const SETTERS = ["rule", "person"] as const satisfies readonly LeadRecord["statusSetBy"][];

/** How many ways there are for a lead to stand. */
const STANDINGS = LEAD_STATUSES.length * SETTERS.length;

/** A lead's status and who set it as one small number. */
export function standingOf({ status, statusSetBy }: Pick<LeadRecord, "status" | "statusSetBy">): number {
  return LEAD_STATUSES.indexOf(status) * SETTERS.length + SETTERS.indexOf(statusSetBy);
}

/** The status of a standing. */
export function statusOf(standing: number): LeadStatus {
  return LEAD_STATUSES[Math.floor(standing / SETTERS.length)] ?? "pending";
}

/** For each standing the one that a score leads to, at this threshold. */
export function nextStandings(score: number, threshold: number): Uint8Array {
  return Uint8Array.from({ length: STANDINGS }, (_, standing) => {
    const statusSetBy = SETTERS[standing % SETTERS.length] ?? "rule";
    const status = decideStatus({ status: statusOf(standing), statusSetBy, score }, threshold);
    return standingOf({ status, statusSetBy });
  });
}
