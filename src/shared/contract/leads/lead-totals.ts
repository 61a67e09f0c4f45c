import { z } from "zod";
import { LeadStatus } from "#shared/contract/leads/lead.ts";

/** The leads of a filter by status: how many, and the sum of their scores. Both are exact. */
export const LeadTotals = z.record(LeadStatus, z.object({ count: z.int(), scoreSum: z.int() }));
export type LeadTotals = z.infer<typeof LeadTotals>;
