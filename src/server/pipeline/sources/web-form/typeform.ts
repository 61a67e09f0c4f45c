import { at, isRecord, joined, listAt, sayValue, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import type { Answer, ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";

/** Lead fields for answer and question types; all others depend on the question's text. */
const ROLE_OF_KIND: Readonly<Record<string, ColumnRole>> = {
  email: "email",
  phone_number: "phone",
  website: "scrapeUrl",
  long_text: "notes",
};
/** Subfields of a contact or address question, by their `subfield_key`. */
const ROLE_OF_SUBFIELD: Readonly<Record<string, ColumnRole>> = {
  first_name: "firstName",
  last_name: "lastName",
  email: "email",
  phone_number: "phone",
  company: "company",
};
/** Answer types that are never a name, company or similar, whatever the question. */
const FACT_KINDS = new Set(["payment", "file_url", "boolean", "number", "date", "signature"]);

/**
 * Reads a Typeform webhook, see typeform.com/developers/webhooks: each answer stores its value under its type's name
 * and refers to its question by field id. Null for any other shape.
 */
export function readTypeform(data: unknown): ReadForm | null {
  const response = at(data, "form_response");
  const event = textAt(data, "event_type");
  if (!isRecord(response) || (!event.startsWith("form_response") && !Array.isArray(response["answers"]))) return null;
  const token = textAt(response, "token");
  // A partial response is followed by the complete one under the same token.
  const isWhole = event === "" || event === "form_response";
  return {
    formType: "typeform",
    formName: textAt(response, "definition", "title") || textAt(response, "form_id"),
    idempotencyKey: token === "" ? null : isWhole ? token : `${event}:${token}`,
    records: [{ key: token || null, answers: answersOf(response), raw: data }],
  };
}

function answersOf(response: unknown): Answer[] {
  const questions = questionsById(listAt(response, "definition", "fields"));
  const answers = listAt(response, "answers").map((answer): Answer => {
    const type = textAt(answer, "type");
    const question = questions.get(textAt(answer, "field", "id"));
    const kind = textAt(answer, "field", "type") || textAt(question, "type");
    const role =
      ROLE_OF_SUBFIELD[textAt(question, "subfield_key")] ??
      ROLE_OF_KIND[type] ??
      ROLE_OF_KIND[kind] ??
      (FACT_KINDS.has(type) ? null : undefined);
    return {
      question: titleOf(question) || textAt(answer, "field", "ref") || kind || type,
      value: valueOf(answer, type),
      ...(role !== undefined && { role }),
    };
  });
  return [...answers, ...hiddenFields(response), ...results(response)];
}

/** All fields by id, including those in groups and contact questions. */
function questionsById(fields: readonly unknown[]): Map<string, unknown> {
  const byId = new Map<string, unknown>();
  const left = [...fields];
  for (let field = left.pop(); field !== undefined; field = left.pop()) {
    byId.set(textAt(field, "id"), field);
    left.push(...listAt(field, "fields"), ...listAt(field, "properties", "fields"));
  }
  return byId;
}

/** Titles can contain references to earlier answers ({{field:…}}) and Markdown asterisks. */
function titleOf(question: unknown): string {
  return textAt(question, "title")
    .replace(/\{\{[^{}]*\}\}/gu, "…")
    .replaceAll("*", "")
    .trim();
}

function valueOf(answer: unknown, type: string): string {
  const value = at(answer, type);
  if (type === "choice") return joined([textAt(value, "label"), textAt(value, "other")], ", ");
  if (type === "choices") return joined([...listAt(value, "labels").map(sayValue), textAt(value, "other")], ", ");
  return sayValue(value);
}

function hiddenFields(response: unknown): Answer[] {
  const hidden = at(response, "hidden");
  if (!isRecord(hidden)) return [];
  return Object.entries(hidden).map(([question, value]) => ({ question, value: sayValue(value) }));
}

/** What the form computed from the answers: its score, variables and the ending shown. */
function results(response: unknown): Answer[] {
  const ending = textAt(response, "ending", "id");
  const endings = listAt(response, "definition", "endings");
  const shown = endings.find((one) => ending !== "" && textAt(one, "id") === ending);
  const score = textAt(response, "calculated", "score");
  const variables = listAt(response, "variables").map((variable) => ({
    question: textAt(variable, "key"),
    value: sayValue(at(variable, textAt(variable, "type"))),
  }));
  if (!variables.some(({ question }) => question === "score")) variables.push({ question: "Score", value: score });
  return [
    ...variables,
    { question: "Outcome", value: textAt(response, "outcome", "title") },
    { question: "Ending", value: titleOf(shown) },
  ].map((answer) => ({ ...answer, role: null }));
}
