import { z } from "zod";
import { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";

const Total = z.object({ count: z.int(), scoreSum: z.int() });

/** The leads of a filter by status: how many, and the sum of their scores. Both are exact. */
export const LeadTotals = z.object({
  pending: Total,
  qualified: Total,
  approved: Total,
  rejected: Total,
} satisfies Record<LeadStatus, typeof Total>);
export type LeadTotals = z.infer<typeof LeadTotals>;

/** The key of a choice field, and a filter. */
export const FieldTotalsQuery = LeadFilter.extend({ field: z.string().max(LIMITS.customField.nameLength + 4) });

/**
 * The leads of a filter by their value of a choice field: a total for each option in order, even without leads, for
 * values whose option was removed, and for leads without a value (null). All are exact.
 */
export const FieldTotals = z.array(Total.extend({ value: z.string().nullable() }));
export type FieldTotals = z.infer<typeof FieldTotals>;
