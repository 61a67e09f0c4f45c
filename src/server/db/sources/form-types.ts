import type { FormType, SubmissionOutcome } from "#shared/contract/form-submission.ts";

/** The webhook address that forms submit to. */
export interface FormHookRecord {
  sealedToken: string;
  sealedTypeformSecret: string | null;
  createdAt: string;
}

/** A form submission as received, and its outcome. */
export interface SubmissionRecord {
  id: string;
  formType: FormType;
  formName: string;
  contentType: string;
  /** The exact body: as text if it is UTF-8, otherwise in base64. */
  body: string;
  bodyEncoding: "utf8" | "base64";
  /** Identifies repeated deliveries of a submission; null when the service provides nothing suitable. */
  idempotencyKey: string | null;
  isVerified: boolean | null;
  /** Also null while its lead is deleted. */
  leadId: string | null;
  leadName: string;
  outcome: SubmissionOutcome;
  reason: string;
  submittedAt: string;
  processedAt: string | null;
}

/** Written in the transaction that imported its lead. */
export interface SubmissionWrite {
  kind: "submission";
  id: string;
  /** The row key of its lead in the batch; null when it produced none. */
  leadRow: string | null;
  leadName: string;
  outcome: SubmissionOutcome;
  reason: string;
  processedAt: string;
}

/** Waits to be processed unless it is unconfirmed. */
export interface NewSubmission extends Omit<
  SubmissionRecord,
  "id" | "leadId" | "leadName" | "outcome" | "reason" | "processedAt"
> {
  outcome?: "unconfirmed";
}
