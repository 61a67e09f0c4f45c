import { at, joined, listAt, sayValue, textAt } from "#server/sources/web-form/loose-value.ts";
import type { Answer, ReadForm } from "#server/sources/web-form/read-form.ts";

/**
 * A response as Winnow's own Apps Script sends it (googleFormsScript). A response that its writer edits comes again
 * under its id with a later time. Null for anything else.
 */
export function readGoogleForms(data: unknown): ReadForm | null {
  if (at(data, "source") !== "google_forms" || !Array.isArray(at(data, "answers"))) return null;
  const responseId = textAt(data, "responseId");
  const email = textAt(data, "respondentEmail");
  const answers = listAt(data, "answers").map(answerOf);
  if (email !== "") answers.unshift({ question: "Respondent e-mail", value: email, role: "email" });
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

/** A grid answers a row each: "Price: good; Support: fair, slow". */
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
