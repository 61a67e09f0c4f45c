import { at, isRecord, joined, listAt, sayValue, textAt } from "#server/sources/web-form/loose-value.ts";
import type { Answer, ReadForm } from "#server/sources/web-form/read-form.ts";
import type { ColumnRole } from "#server/reading/header-words.ts";

/** What the kinds of answers and of questions mean for a lead; the rest goes by the question's words. */
const ROLE_OF_KIND: Readonly<Record<string, ColumnRole>> = {
  email: "email",
  phone_number: "phone",
  website: "scrapeUrl",
  long_text: "notes",
};
/** The fields that a contact or address question is made of, by their `subfield_key`. */
const ROLE_OF_SUBFIELD: Readonly<Record<string, ColumnRole>> = {
  first_name: "firstName",
  last_name: "lastName",
  email: "email",
  phone_number: "phone",
  company: "company",
};
/** Answers that are never a name, company or the like, whatever their question says. */
const FACT_KINDS = new Set(["payment", "file_url", "boolean", "number", "date", "signature"]);

/**
 * A response as Typeform's webhook sends it, see typeform.com/developers/webhooks: each answer holds its value under
 * the name of its type and is joined to its question by the field's id. Null for anything else.
 */
export function readTypeform(data: unknown): ReadForm | null {
  const response = at(data, "form_response");
  const event = textAt(data, "event_type");
  if (!isRecord(response) || (!event.startsWith("form_response") && !Array.isArray(response["answers"]))) return null;
  const token = textAt(response, "token");
  // A response that is still being filled in comes under the same token as the whole one later.
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

/** All fields by their id, those of groups and contact questions included. */
function questionsById(fields: readonly unknown[]): Map<string, unknown> {
  const byId = new Map<string, unknown>();
  const left = [...fields];
  for (let field = left.pop(); field !== undefined; field = left.pop()) {
    byId.set(textAt(field, "id"), field);
    left.push(...listAt(field, "fields"), ...listAt(field, "properties", "fields"));
  }
  return byId;
}

/** Titles may name earlier answers ({{field:…}}) and carry Markdown's stars. */
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

/** What the form worked out of the answers: its score, its variables, the ending that was shown. */
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
