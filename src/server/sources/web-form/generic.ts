import { answersIn, isLabelledItem } from "#server/sources/web-form/answers-in.ts";
import { isRecord, textAt } from "#server/sources/web-form/loose-value.ts";
import type { FormRecord, ReadForm } from "#server/sources/web-form/read-form.ts";

/** Under these names a list holds a person in each item. */
const LISTS_OF_PEOPLE = [
  "leads",
  "contacts",
  "people",
  "submissions",
  "entries",
  "responses",
  "records",
  "rows",
  "data",
];
const FORM_NAMES = ["formName", "form_name", "form-name", "formTitle", "form_title", "_subject"];

/**
 * JSON of any shape, or the fields of an HTML form: one person's answers, or several people's where the submission is a
 * list or holds a list of them.
 */
export function readGeneric(data: unknown, formType: "generic" | "html"): ReadForm {
  const people = peopleIn(data);
  const records = people.map((raw): FormRecord => ({ key: null, answers: answersIn(raw), raw }));
  const formName = FORM_NAMES.map((name) => textAt(data, name)).find((name) => name !== "");
  return {
    formType,
    formName: formName ?? (textAt(data, "form", "name") || textAt(data, "form", "title")),
    idempotencyKey: null,
    records,
  };
}

function peopleIn(data: unknown): unknown[] {
  if (Array.isArray(data)) return isListOfPeople(data) ? data : [data];
  if (!isRecord(data)) return [data];
  for (const name of LISTS_OF_PEOPLE) {
    const list = Object.hasOwn(data, name) ? data[name] : undefined;
    if (Array.isArray(list) && isListOfPeople(list)) return list;
  }
  return [data];
}

/** Items of their own rather than the answers of one person. */
function isListOfPeople(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((item) => isRecord(item) && !isLabelledItem(item));
}
