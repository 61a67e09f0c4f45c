import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { Lead } from "#shared/contract/leads/lead.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";

/** Evidence for or against two leads being the same. */
export const DuplicateEvidence = z.object({
  kind: z.enum(["name", "other-name", "mailbox", "address", "domain", "phone", "profile", "company"]),
  /** Readable text: "Same phone number: +4930123". */
  text: z.string(),
  points: z.int(),
});
export type DuplicateEvidence = z.infer<typeof DuplicateEvidence>;

/** The fields that identify a lead. */
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

/** Two leads that may be the same, older first; `confidence` is the sum of the points, at most 99. */
export const DuplicatePair = z.object({
  id: Id,
  leads: z.array(DuplicateLead).length(2),
  confidence: z.int().min(0).max(100),
  evidence: z.array(DuplicateEvidence),
});
export type DuplicatePair = z.infer<typeof DuplicatePair>;

export const DuplicateQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.list.maxPageSize).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,3}\.\d{1,19}$/u)
    .optional(),
});

/** Most confident first. If `exact` is false, there are at least `count` pairs. */
export const DuplicatePage = z.object({
  pairs: z.array(DuplicatePair),
  nextCursor: z.string().nullable(),
  count: z.int(),
  exact: z.boolean(),
  /** Changed leads not yet compared. */
  waiting: z.int(),
});
export type DuplicatePage = z.infer<typeof DuplicatePage>;

/** The user's choices in a merge: each field, and the status. */
export const MERGE_FIELDS = [...LEAD_TEXT_FIELDS, "status"] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];
const MergeSide = z.enum(["this", "other"]);
export type MergeSide = z.infer<typeof MergeSide>;

/** This lead stays, the other is removed; fields not named take the value that wins by default. */
export const LeadMerge = z.object({
  otherId: Id,
  take: z.partialRecord(z.enum(MERGE_FIELDS), MergeSide).optional(),
  /** The preview's `seen`: the merge is rejected if either lead changed since. */
  seen: z.string().max(100).optional(),
});
export type LeadMerge = z.infer<typeof LeadMerge>;

export const LeadMerged = z.object({ lead: Lead, actId: Id });

/**
 * A field's merged value and why it wins. Notes are joined; the status is empty if nobody set it, as rules then decide
 * it.
 */
export const MergedField = z.object({
  field: z.enum(MERGE_FIELDS),
  this: z.string(),
  other: z.string(),
  winner: z.enum(["this", "other", "both"]),
  reason: z.string(),
});
export type MergedField = z.infer<typeof MergedField>;

/** The result of a merge, without changing anything. */
export const MergePreview = z.object({
  /** This lead, then the other. */
  leads: z.array(DuplicateLead).length(2),
  fields: z.array(MergedField),
  lead: Lead.omit({ rawData: true, sourceData: true }),
  seen: z.string(),
});
export type MergePreview = z.infer<typeof MergePreview>;

/** Problem returned for the id of a merged lead; names the lead it is now part of. */
export const MergedInto = z.object({ mergedInto: Id });

/** `actId` undoes it; null if the pair was already marked. */
export const DuplicateDismissed = z.object({ actId: Id.nullable() });
