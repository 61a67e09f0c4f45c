import { z } from "zod";
import { Id, line, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** Services whose format is known; `generic` is any other JSON or form. */
export const FORM_TYPES = [
  "typeform",
  "google_forms",
  "tally",
  "webflow",
  "facebook",
  "fillout",
  "winnow",
  "html",
  "generic",
] as const;
export const FormType = z.enum(FORM_TYPES);
export type FormType = z.infer<typeof FormType>;

/** The outcome of a submission; `waiting` means stored but not processed, `unconfirmed` waits for its sender. */
export const SUBMISSION_OUTCOMES = [
  "unconfirmed",
  "waiting",
  "created",
  "updated",
  "unchanged",
  "no_contact",
  "failed",
] as const;
export const SubmissionOutcome = z.enum(SUBMISSION_OUTCOMES);
export type SubmissionOutcome = z.infer<typeof SubmissionOutcome>;

export const FormSubmission = z.object({
  id: Id,
  formType: FormType,
  /** Empty if the form sent no name. */
  formName: z.string(),
  /** Parsed if possible, otherwise the raw text. */
  submissionData: z.unknown(),
  /** Null if it created no lead, or the lead is deleted. */
  leadId: Id.nullable(),
  leadName: z.string(),
  isProcessed: z.boolean(),
  outcome: SubmissionOutcome,
  /** Why, as readable text. */
  reason: z.string(),
  /** Whether its signature was valid; null if unsigned (only Typeform and the Google Forms script sign). */
  isVerified: z.boolean().nullable(),
  submittedAt: Timestamp,
});
export type FormSubmission = z.infer<typeof FormSubmission>;

export const FormSubmissionQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
});

/** Where forms submit to. Anyone with the URL can submit, so regenerate it if it leaks. */
export const FormHook = z.object({
  /** Relative to the server root; the page prepends its own origin when `origin` is null. */
  path: z.string(),
  /** The operator's configured public origin. */
  origin: z.string().nullable(),
  /** Signs deliveries of the Google Forms script. */
  signingSecret: z.string(),
  hasTypeformSecret: z.boolean(),
  createdAt: Timestamp,
});
export type FormHook = z.infer<typeof FormHook>;

/** An empty secret removes the stored one. */
export const FormHookUpdate = z.object({ typeformSecret: line(LIMITS.formHook.secretLength) });
