import { answersIn, isLabeledItem } from "#server/pipeline/sources/web-form/answers-in.ts";
import { isRecord, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import type { FormRecord, ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";

/** Keys under which each list item is a person. */
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
 * Reads JSON of any shape or HTML form fields: one person's answers, or several people's if the submission is or
 * contains a list of people.
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

/** Whether the items are separate people rather than one person's answers. */
function isListOfPeople(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((item) => isRecord(item) && !isLabeledItem(item));
}
