import type { ModelInput } from "#server/pipeline/mail/model/text-model.ts";

/** A labeled message as the model receives it. */
export interface Message {
  input: ModelInput;
  isLead: boolean;
  language: string;
  /** What kind of message it is, such as `quote request` or `recruiter`. */
  category: string;
  /** Its file's name; each file has one author. */
  file: string;
}
