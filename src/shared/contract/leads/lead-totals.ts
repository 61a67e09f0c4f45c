import { z } from "zod";
import type { LeadStatus } from "#shared/lead-status.ts";

const Total = z.object({ count: z.int(), scoreSum: z.int() });

/** The leads of a filter by status: how many, and the sum of their scores. Both are exact. */
export const LeadTotals = z.object({
  pending: Total,
  qualified: Total,
  approved: Total,
  rejected: Total,
} satisfies Record<LeadStatus, typeof Total>);
export type LeadTotals = z.infer<typeof LeadTotals>;
