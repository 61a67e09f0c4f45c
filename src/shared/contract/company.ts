import { z } from "zod";
import { LeadRow, LeadStatus } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";

/** "@acme.example" for a work domain, otherwise the company's name without case, accents and extra spaces. */
export const CompanyKey = z.string().trim().min(1).max(LIMITS.lead.emailLength);
export const CompanyParams = z.object({ key: CompanyKey });

/** The leads of one company, and what is known about it. */
export const Company = z.object({
  key: z.string(),
  /** The most frequent spelling. */
  name: z.string(),
  /** Leads that the figures cover; `exact` is false if there are more. */
  count: z.int(),
  exact: z.boolean(),
  bestScore: z.int(),
  statuses: z.partialRecord(LeadStatus, z.int()),
  /** Values of the best leads: fields of the company, and other details that at least two leads share. */
  facts: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** The best ones. */
  leads: z.array(LeadRow.pick({ id: true, name: true, email: true, title: true, status: true, score: true })),
});
export type Company = z.infer<typeof Company>;
