import type { LeadTextField } from "#shared/lead-fields.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { at, listAt, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import type { ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";

/** The answers to a form that Winnow serves, as stored. */
export interface HostedSubmission {
  service: "winnow";
  formId: string;
  formName: string;
  /** `leadField` is the lead's field that the answer fills; null for other questions. */
  answers: { question: string; value: string; leadField: LeadTextField | null }[];
  /** What the sender agreed to and when (ISO 8601); null if the form asks for nothing. */
  consent: { text: string; at: string } | null;
  /** When the sender opened the link in the confirmation email (ISO 8601); null without one. */
  confirmedAt: string | null;
  isSpam: boolean;
}

const FIELDS: ReadonlySet<string> = new Set(LEAD_TEXT_FIELDS);

/** Reads a submission of a form that Winnow serves. Null for any other shape. */
export function readHosted(data: unknown): ReadForm | null {
  if (textAt(data, "service") !== "winnow" || !Array.isArray(at(data, "answers"))) return null;
  const answers = listAt(data, "answers").map((answer) => {
    const field = textAt(answer, "leadField");
    const role = FIELDS.has(field) ? (field as LeadTextField) : null;
    return { question: textAt(answer, "question"), value: textAt(answer, "value"), role };
  });
  const consent = textAt(data, "consent", "text");
  const given = textAt(data, "consent", "at");
  const confirmed = textAt(data, "confirmedAt");
  return {
    formType: "winnow",
    formName: textAt(data, "formName"),
    idempotencyKey: null,
    records:
      at(data, "isSpam") === true
        ? []
        : [
            {
              key: null,
              answers: [
                ...answers,
                ...(consent === "" ? [] : [{ question: "Consent", value: `${consent} (${given})`, role: null }]),
                ...(confirmed === "" ? [] : [{ question: "Confirmed by email", value: confirmed, role: null }]),
              ],
              raw: data,
            },
          ],
    ...(at(data, "isSpam") === true && { emptyReason: "Spam: a hidden field was filled in." }),
  };
}
