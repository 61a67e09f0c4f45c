import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { at, joined, listAt, sayValue, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import type { Answer, ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";

const ROLE_OF_TYPE: Readonly<Record<string, ColumnRole | null>> = {
  EmailInput: "email",
  PhoneNumber: "phone",
  LongAnswer: "notes",
  Address: null,
  FileUpload: null,
  Payment: null,
  Signature: null,
  Matrix: null,
};

/**
 * Reads a Fillout submission, either standalone or inside `submission` next to its form; see fillout.com/help. An
 * edited submission arrives under the same id with a later `lastUpdatedAt`. Null for any other shape.
 */
export function readFillout(data: unknown): ReadForm | null {
  const submission = at(data, "submission") ?? data;
  const questions = at(submission, "questions");
  const id = textAt(submission, "submissionId");
  if (!Array.isArray(questions) || (id === "" && submission === data)) return null;
  const answers = [
    ...questions.map(answerOf),
    ...listAt(submission, "calculations").map((one) => ({ ...answerOf(one), role: null })),
    ...listAt(submission, "urlParameters").map(answerOf),
    ...listAt(submission, "scheduling").flatMap(booking),
    ...listAt(submission, "payments").map((one) => ({ ...answerOf(one), role: null })),
    { question: "Quiz score", value: textAt(submission, "quiz", "score"), role: null },
    { question: "Signed in as", value: textAt(submission, "login", "email"), role: "email" as const },
  ];
  return {
    formType: "fillout",
    formName: textAt(data, "formName") || textAt(submission, "formName"),
    idempotencyKey: id === "" ? null : joined([id, textAt(submission, "lastUpdatedAt")], " "),
    records: [{ key: id || null, answers, raw: data }],
  };
}

function answerOf(question: unknown): Answer {
  const role = ROLE_OF_TYPE[textAt(question, "type")];
  const answer = {
    question: textAt(question, "name") || textAt(question, "id"),
    value: sayValue(at(question, "value")),
  };
  return role === undefined ? answer : { ...answer, role };
}

/** A person who books a slot enters a separate name and email. */
function booking(one: unknown): Answer[] {
  const value = at(one, "value");
  return [
    { question: "Booked by", value: textAt(value, "fullName"), role: "name" },
    { question: "Booked with", value: textAt(value, "email"), role: "email" },
    { question: textAt(one, "name") || "Booked for", value: textAt(value, "eventStartTime"), role: null },
  ];
}
