import { decideStatus } from "#server/pipeline/intake/qualify.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";

const SETTERS = ["rule", "person"] as const satisfies readonly LeadRecord["statusSetBy"][];

/** The number of combinations of status and who set it. */
const STATES = LEAD_STATUSES.length * SETTERS.length;

/** Encodes a lead's status and who set it as a small number. */
export function encodeStatus({ status, statusSetBy }: Pick<LeadRecord, "status" | "statusSetBy">): number {
  return LEAD_STATUSES.indexOf(status) * SETTERS.length + SETTERS.indexOf(statusSetBy);
}

/** The status part of an encoded value. */
export function statusOf(state: number): LeadStatus {
  return LEAD_STATUSES[Math.floor(state / SETTERS.length)] ?? "pending";
}

/** For each encoded value, the one that a score leads to at this threshold. */
export function nextStates(score: number, threshold: number): Uint8Array {
  return Uint8Array.from({ length: STATES }, (_, state) => {
    const statusSetBy = SETTERS[state % SETTERS.length] ?? "rule";
    const status = decideStatus({ status: statusOf(state), statusSetBy, score }, threshold);
    return encodeStatus({ status, statusSetBy });
  });
}
