import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { Lead } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { LEAD_TEXT_FIELDS } from "#shared/raw-lead.ts";

/** What speaks for two leads being one, or against it. */
export const DuplicateEvidence = z.object({
  kind: z.enum(["name", "other-name", "mailbox", "address", "domain", "phone", "profile", "company"]),
  /** In words: "Same phone number: +4930123". */
  text: z.string(),
  points: z.int(),
});
export type DuplicateEvidence = z.infer<typeof DuplicateEvidence>;

/** As much of a lead as tells it from another. */
export const DuplicateLead = Lead.pick({
  id: true,
  name: true,
  email: true,
  company: true,
  phone: true,
  source: true,
  score: true,
  status: true,
  createdAt: true,
});
export type DuplicateLead = z.infer<typeof DuplicateLead>;

/** Two leads that may be one, the older first; `confidence` is the sum of the points, at most 99. */
export const DuplicatePair = z.object({
  id: Id,
  leads: z.array(DuplicateLead).length(2),
  confidence: z.int().min(0).max(100),
  evidence: z.array(DuplicateEvidence),
});
export type DuplicatePair = z.infer<typeof DuplicatePair>;

export const DuplicateQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.list.maxPageSize).optional(),
  /** An answer's `nextCursor`. */
  cursor: z
    .string()
    .regex(/^\d{1,3}\.\d{1,19}$/u)
    .optional(),
});

/** The surest first. `exact` is false when counting stopped: then there are at least `count` pairs. */
export const DuplicatePage = z.object({
  pairs: z.array(DuplicatePair),
  nextCursor: z.string().nullable(),
  count: z.int(),
  exact: z.boolean(),
  /** Leads that have changed and are yet to be compared. */
  waiting: z.int(),
});
export type DuplicatePage = z.infer<typeof DuplicatePage>;

/** What one chooses when two leads are merged: each field, and the status. */
export const MERGE_FIELDS = [...LEAD_TEXT_FIELDS, "status"] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];
const MergeSide = z.enum(["this", "other"]);
export type MergeSide = z.infer<typeof MergeSide>;

/** The other lead goes, this one stays; a field that is not named takes the value that wins by itself. */
export const LeadMerge = z.object({
  otherId: Id,
  take: z.partialRecord(z.enum(MERGE_FIELDS), MergeSide).optional(),
  /** The preview's `seen`: refused when either lead has changed since. */
  seen: z.string().max(100).optional(),
});
export type LeadMerge = z.infer<typeof LeadMerge>;

export const LeadMerged = z.object({ lead: Lead, actId: Id });

/**
 * What merging would make of a field, and why that value wins. Notes that both have are joined; a status is empty where
 * no person has set it, as rules then decide it.
 */
export const MergedField = z.object({
  field: z.enum(MERGE_FIELDS),
  this: z.string(),
  other: z.string(),
  winner: z.enum(["this", "other", "both"]),
  reason: z.string(),
});
export type MergedField = z.infer<typeof MergedField>;

/** What merging would make of two leads, with nothing changed. */
export const MergePreview = z.object({
  /** This one, then the other. */
  leads: z.array(DuplicateLead).length(2),
  fields: z.array(MergedField),
  lead: Lead.omit({ rawData: true, sourceData: true }),
  seen: z.string(),
});
export type MergePreview = z.infer<typeof MergePreview>;

/** The answer for the id of a lead that was merged into another: a problem that names the one it is part of now. */
export const MergedInto = z.object({ mergedInto: Id });
