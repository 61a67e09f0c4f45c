import type { FormType, SubmissionOutcome } from "#shared/contract/form-submission.ts";

/** The address that forms are sent to. */
export interface FormHookRecord {
  sealedToken: string;
  sealedTypeformSecret: string | null;
  createdAt: string;
}

/** A submission as it came, and what became of it. */
export interface SubmissionRecord {
  id: string;
  formType: FormType;
  formName: string;
  contentType: string;
  /** The body, byte for byte: as text where it is UTF-8, else in base64. */
  body: string;
  bodyEncoding: "utf8" | "base64";
  /** What makes a repeated delivery the same submission; null where the service gives nothing of the kind. */
  idempotencyKey: string | null;
  isVerified: boolean | null;
  /** Null also when its lead was deleted, for as long as it is. */
  leadId: string | null;
  leadName: string;
  outcome: SubmissionOutcome;
  reason: string;
  submittedAt: string;
  processedAt: string | null;
}

/** Written in the transaction of the batch that took its lead in. */
export interface SubmissionWrite {
  kind: "submission";
  id: string;
  /** The row key of its lead in the batch; null when it gave none. */
  leadRow: string | null;
  leadName: string;
  outcome: SubmissionOutcome;
  reason: string;
  processedAt: string;
}

export interface FormStore {
  hook(): Promise<FormHookRecord | null>;
  /** Makes the hook, or answers the one that another process has made meanwhile. */
  createHook(hook: FormHookRecord): Promise<FormHookRecord>;
  /** Durable when it resolves. `isNew` is false for a delivery that came before; then nothing was written. */
  receive(
    submission: Omit<SubmissionRecord, "id" | "leadId" | "leadName" | "outcome" | "reason" | "processedAt">,
  ): Promise<{ id: string; isNew: boolean }>;
  /** Those not processed yet, oldest first. */
  waiting(limit: number): Promise<SubmissionRecord[]>;
  get(id: string): Promise<SubmissionRecord | null>;
  /** Newest first, from below `cursor` (a submission's id). */
  list(limit: number, cursor?: string): Promise<SubmissionRecord[]>;
  /** For a submission that no batch is written for. */
  finish(write: SubmissionWrite): Promise<void>;
  count(): Promise<number>;
}
