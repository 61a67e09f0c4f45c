import { z } from "zod";
import { Timestamp } from "#shared/contract/common.ts";

/** What is read from a company's website, in display order. */
export const COMPANY_FACTS = ["name", "industry", "address", "phone", "size", "social", "language"] as const;
export type CompanyFactKind = (typeof COMPANY_FACTS)[number];

/** A fact as written on a page, and that page's URL. Only social profiles can occur several times. */
export const CompanyFact = z.object({ kind: z.enum(COMPANY_FACTS), value: z.string(), url: z.url() });
export type CompanyFact = z.infer<typeof CompanyFact>;

/** A company's website: what was read from it, when, and why it couldn't be read the last time. */
export const CompanySite = z.object({
  domain: z.string(),
  state: z.enum(["waiting", "reading", "read", "failed"]),
  /** When it was last read; null before the first time. */
  readAt: Timestamp.nullable(),
  /** Empty unless the last attempt failed. */
  failure: z.string(),
  facts: z.array(CompanyFact),
  /** Whether reading websites is turned on. */
  isOn: z.boolean(),
});
export type CompanySite = z.infer<typeof CompanySite>;
