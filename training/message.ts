import type { ModelInput } from "#server/email-analysis/model/text-model.ts";

/** A message of the corpus. */
export interface Message {
  input: ModelInput;
  isLead: boolean;
  language: string;
  /** What kind of message it is, such as `quote request` or `recruiter`. */
  category: string;
  /** Messages of one scenario resemble each other: none may be learned from while another is judged. */
  scenario: string;
  /** The name of its file. */
  file: string;
  /** Put together from parts rather than written. */
  isComposed: boolean;
}
