import type { FormType } from "#shared/contract/form-submission.ts";
import type { ColumnRole } from "#server/reading/header-words.ts";

/** One answer of a form as it was given. */
export interface Answer {
  /** The question's text, or what the field is called. */
  question: string;
  value: string;
  /** What the service says it is; null when it is none of a lead's fields; undefined to be told by the question. */
  role?: ColumnRole | null;
}

/** The answers of one person. */
export interface FormRecord {
  /** What the service calls this response, however often it is sent or changed; null when it gives it no name. */
  key: string | null;
  answers: Answer[];
  /** The part of the submission that they were read from. */
  raw: unknown;
}

/** What a submission says. */
export interface ReadForm {
  formType: FormType;
  /** The form's own name; empty when it gives none. */
  formName: string;
  /** The same for each delivery of the same submission; null where the service gives nothing of the kind. */
  idempotencyKey: string | null;
  records: FormRecord[];
  /** Why there are no answers in it, where the service has a reason of its own. */
  emptyReason?: string;
}
