import { z } from "zod";
import { Id, line, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** The services whose shape is known; `generic` is any other JSON or form. */
export const FORM_TYPES = [
  "typeform",
  "google_forms",
  "tally",
  "webflow",
  "facebook",
  "fillout",
  "html",
  "generic",
] as const;
export const FormType = z.enum(FORM_TYPES);
export type FormType = z.infer<typeof FormType>;

/** What became of a submission; `waiting` is stored and not processed yet. */
export const SUBMISSION_OUTCOMES = ["waiting", "created", "updated", "unchanged", "no_contact", "failed"] as const;
export const SubmissionOutcome = z.enum(SUBMISSION_OUTCOMES);
export type SubmissionOutcome = z.infer<typeof SubmissionOutcome>;

export const FormSubmission = z.object({
  id: Id,
  formType: FormType,
  /** The form's own name, empty when it gave none. */
  formName: z.string(),
  /** As it came: parsed where it could be, else its text. */
  submissionData: z.unknown(),
  /** Null when it gave no lead, and while that is deleted. */
  leadId: Id.nullable(),
  leadName: z.string(),
  isProcessed: z.boolean(),
  outcome: SubmissionOutcome,
  /** Why, in words. */
  reason: z.string(),
  /** Whether its signature was right; null where none is checked: only Typeform's and the Google Forms script's are. */
  isVerified: z.boolean().nullable(),
  submittedAt: Timestamp,
});
export type FormSubmission = z.infer<typeof FormSubmission>;

export const FormSubmissionQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
});

/** Where forms are sent to. Whoever has the address can submit, so it is regenerated when it got into wrong hands. */
export const FormHook = z.object({
  /** From the server's root; the page puts its own origin before it when `origin` is null. */
  path: z.string(),
  /** Where the operator says that others reach this server. */
  origin: z.string().nullable(),
  /** What the Google Forms script signs with. */
  signingSecret: z.string(),
  hasTypeformSecret: z.boolean(),
  createdAt: Timestamp,
});
export type FormHook = z.infer<typeof FormHook>;

/** An empty secret removes the stored one. */
export const FormHookUpdate = z.object({ typeformSecret: line(LIMITS.formHook.secretLength) });
