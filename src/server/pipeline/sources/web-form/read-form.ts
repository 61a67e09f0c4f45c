import type { FormType } from "#shared/contract/form-submission.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";

/** One answer as submitted. */
export interface Answer {
  /** The question's text, or the field's name. */
  question: string;
  value: string;
  /** The role given by the service; null if it maps to no lead field; undefined to derive it from the question. */
  role?: ColumnRole | null;
}

/** One person's answers. */
export interface FormRecord {
  /** The service's id for this response, stable across redeliveries and edits; null if it has none. */
  key: string | null;
  answers: Answer[];
  /** The part of the submission the answers were read from. */
  raw: unknown;
}

/** A parsed submission. */
export interface ReadForm {
  formType: FormType;
  /** The form's name; empty if it has none. */
  formName: string;
  /** The same for every delivery of a submission; null if the service provides no such id. */
  idempotencyKey: string | null;
  records: FormRecord[];
  /** Why it has no answers, if the service has a specific reason. */
  emptyReason?: string;
}
