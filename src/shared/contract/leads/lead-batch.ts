import { z } from "zod";
import { Id, line } from "#shared/contract/common.ts";
import { LeadUpdate } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";

const { leads, idLength, facts, keyLength } = LIMITS.leadBatch;
const { status: _status, ownerId: _ownerId, ...fields } = LeadUpdate.shape;

/** A lead as another system knows it: at least an email, phone or link. Fields that it leaves out stay as they are. */
export const BatchLead = z.object({
  ...fields,
  /** The sender's own id: a row with the same one updates the same lead, even under another email. */
  externalId: line(idLength).min(1, "Leave it out, or send a text").optional(),
  /** A username; an unknown one becomes another detail of the lead. */
  owner: line(LIMITS.account.usernameLength).optional(),
  /** Other details, found by rules and search. */
  facts: z
    .array(
      z.object({
        name: line(LIMITS.list.factNameLength).min(1, "Name is required"),
        value: z.string().max(LIMITS.lead.fieldLength),
      }),
    )
    .max(facts, `At most ${facts} facts`)
    .optional(),
});
export type BatchLead = z.infer<typeof BatchLead>;

/** A `BatchLead` that is validated on its own, so that a bad row is reported without refusing the others. */
export const BatchRow = z.unknown().meta({ $ref: "#/components/schemas/BatchLead" });

export const LeadBatch = z.object({
  leads: z
    .array(BatchRow)
    .min(1, "Send at least one lead")
    .max(leads, `Send at most ${leads.toLocaleString("en-US")} leads at once`),
});

/** With a key, a repeat of the same request within a day gets the same answer and changes nothing. */
export const IdempotencyHeaders = z.looseObject({
  "idempotency-key": line(keyLength).min(1, "Leave it out, or send a text").optional(),
});

export const BatchRowResult = z.object({
  /** The position in the request, from 0. */
  index: z.int(),
  outcome: z.enum(["created", "updated", "unchanged", "rejected"]),
  /** The lead; absent for a rejected row. */
  id: Id.optional(),
  /** Why the row was rejected. */
  error: z.string().optional(),
});
export type BatchRowResult = z.infer<typeof BatchRowResult>;

/** One result per row, in order; the counts add up to the rows. `actId` undoes the batch; null if nothing changed. */
export const LeadBatchResult = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  results: z.array(BatchRowResult),
  actId: Id.nullable(),
});
export type LeadBatchResult = z.infer<typeof LeadBatchResult>;
