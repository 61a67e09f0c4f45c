import { at, joined, listAt, sayValue, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import type { Answer, ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";

/**
 * Reads a response sent by Winnow's Apps Script (googleFormsScript). An edited response arrives under the same id with
 * a later time. Null for any other shape.
 */
export function readGoogleForms(data: unknown): ReadForm | null {
  if (at(data, "source") !== "google_forms" || !Array.isArray(at(data, "answers"))) return null;
  const responseId = textAt(data, "responseId");
  const email = textAt(data, "respondentEmail");
  const answers = listAt(data, "answers").map(answerOf);
  if (email !== "") answers.unshift({ question: "Respondent email", value: email, role: "email" });
  return {
    formType: "google_forms",
    formName: textAt(data, "formTitle"),
    idempotencyKey: responseId === "" ? null : joined([responseId, textAt(data, "submittedAt")], " "),
    records: [{ key: responseId || null, answers, raw: data }],
  };
}

function answerOf(item: unknown): Answer {
  const question = textAt(item, "title");
  const value = valueOf(item);
  return textAt(item, "type") === "PARAGRAPH_TEXT" ? { question, value, role: "notes" } : { question, value };
}

/** A grid has one answer per row: "Price: good; Support: fair, slow". */
function valueOf(item: unknown): string {
  const response = at(item, "response");
  const rows = listAt(item, "rows");
  if (rows.length === 0 || !Array.isArray(response)) return sayValue(response);
  return joined(
    rows.map((row, index) => {
      const said = sayValue(response[index]);
      return said === "" ? "" : `${sayValue(row)}: ${said}`;
    }),
    "; ",
  );
}
