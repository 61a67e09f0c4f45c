import { at, isRecord, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import { answersIn } from "#server/pipeline/sources/web-form/answers-in.ts";
import type { ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";

/**
 * Reads a Webflow form webhook in version 2 (`triggerType` and `payload`) or version 1 (`name`, `site`, `data`, `d`,
 * `_id`); see developers.webflow.com. Null for any other shape.
 */
export function readWebflow(data: unknown): ReadForm | null {
  const payload = at(data, "triggerType") === "form_submission" ? at(data, "payload") : data;
  const answers = at(payload, "data");
  if (!isRecord(answers) || textAt(payload, "name") === "") return null;
  const isKnown = payload !== data || ["site", "d"].every((name) => textAt(payload, name) !== "");
  if (!isKnown) return null;
  const id = textAt(payload, "id") || textAt(payload, "_id");
  return {
    formType: "webflow",
    formName: textAt(payload, "name"),
    idempotencyKey: id || null,
    records: [{ key: id || null, answers: answersIn(answers), raw: data }],
  };
}
