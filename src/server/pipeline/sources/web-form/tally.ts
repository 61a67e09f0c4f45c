import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { at, isRecord, joined, listAt, sayValue, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import type { Answer, ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";

const ROLE_OF_TYPE: Readonly<Record<string, ColumnRole | null>> = {
  INPUT_EMAIL: "email",
  INPUT_PHONE_NUMBER: "phone",
  TEXTAREA: "notes",
  CALCULATED_FIELDS: null,
  FILE_UPLOAD: null,
  PAYMENT: null,
  SIGNATURE: null,
};

/**
 * Reads a Tally webhook, see tally.so/help/webhooks: fields with label, type and value, where a choice's value is a
 * list of option ids. Null for any other shape.
 */
export function readTally(data: unknown): ReadForm | null {
  const response = at(data, "data");
  if (at(data, "eventType") !== "FORM_RESPONSE" || !isRecord(response)) return null;
  const id = textAt(response, "responseId") || textAt(response, "submissionId");
  return {
    formType: "tally",
    formName: textAt(response, "formName"),
    idempotencyKey: id || textAt(data, "eventId") || null,
    records: [{ key: id || null, answers: answersOf(listAt(response, "fields")), raw: data }],
  };
}

function answersOf(fields: readonly unknown[]): Answer[] {
  const chosen = new Set(
    fields.filter((field) => Array.isArray(at(field, "options"))).map((one) => textAt(one, "key")),
  );
  return fields.flatMap((field) => {
    const type = textAt(field, "type");
    // Tally sends each checkbox of a question again as a separate field.
    if (type === "CHECKBOXES" && typeof at(field, "value") === "boolean" && isBoxOf(textAt(field, "key"), chosen)) {
      return [];
    }
    const role = ROLE_OF_TYPE[type];
    const answer = { question: textAt(field, "label"), value: valueOf(field) };
    return [role === undefined ? answer : { ...answer, role }];
  });
}

/** A checkbox's key is its question's key, an underscore and the option's id. */
function isBoxOf(key: string, questions: ReadonlySet<string>): boolean {
  for (let end = key.indexOf("_"); end >= 0; end = key.indexOf("_", end + 1)) {
    if (questions.has(key.slice(0, end))) return true;
  }
  return false;
}

function valueOf(field: unknown): string {
  const value = at(field, "value");
  const rows = listAt(field, "rows");
  if (rows.length > 0 && isRecord(value)) {
    const columns = textsById(listAt(field, "columns"));
    return joined(
      rows.map((row) => {
        const said = say(at(value, textAt(row, "id")), columns);
        return said === "" ? "" : `${textAt(row, "text")}: ${said}`;
      }),
      "; ",
    );
  }
  return say(value, textsById(listAt(field, "options")));
}

function say(value: unknown, texts: ReadonlyMap<string, string>): string {
  if (Array.isArray(value))
    return joined(
      value.map((one) => say(one, texts)),
      ", ",
    );
  return (typeof value === "string" ? texts.get(value) : undefined) ?? sayValue(value);
}

function textsById(options: readonly unknown[]): Map<string, string> {
  return new Map(options.map((option) => [textAt(option, "id"), textAt(option, "text")]));
}
