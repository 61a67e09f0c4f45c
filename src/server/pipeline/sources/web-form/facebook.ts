import { hash } from "node:crypto";
import { at, listAt, sayValue, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import type { Answer, FormRecord, ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";

const ONLY_A_NUMBER =
  "Meta sends only the lead's ID here, not its answers. Use Zapier, Make or another lead ads integration to send the answers to this URL.";

/** Lead properties that say where the lead came from. */
const ABOUT_THE_AD = ["campaign_name", "adset_name", "ad_name", "form_name", "platform"];

/**
 * Reads Facebook and Instagram lead ads: a Graph API lead (`field_data`), a list of them, or the webhook's `leadgen`
 * change, which contains no answers. See developers.facebook.com/docs/marketing-api/guides/lead-ads. Null for any other
 * shape.
 */
export function readFacebook(data: unknown): ReadForm | null {
  const leads = leadsIn(data);
  if (leads === null) return null;
  const records = leads.flatMap((lead): FormRecord[] => {
    const answers = answersOf(lead);
    return answers.length === 0 ? [] : [{ key: idOf(lead) || null, answers, raw: lead }];
  });
  const ids = leads.map(idOf);
  const [first] = leads;
  return {
    formType: "facebook",
    formName: textAt(first, "form_name"),
    idempotencyKey: ids.includes("") || ids.length === 0 ? null : ids.length === 1 ? (ids[0] ?? null) : digest(ids),
    records,
    ...(records.length === 0 && { emptyReason: ONLY_A_NUMBER }),
  };
}

function leadsIn(data: unknown): unknown[] | null {
  if (Array.isArray(at(data, "field_data"))) return [data];
  const listed = listAt(data, "data");
  if (listed.length > 0 && listed.every((lead) => Array.isArray(at(lead, "field_data")))) return listed;
  const changes = listAt(data, "entry").flatMap((entry) => listAt(entry, "changes"));
  const leads = changes.filter((change) => at(change, "field") === "leadgen").map((change) => at(change, "value"));
  return leads.length === 0 ? null : leads;
}

function idOf(lead: unknown): string {
  return textAt(lead, "leadgen_id") || textAt(lead, "id");
}

function answersOf(lead: unknown): Answer[] {
  const answers = listAt(lead, "field_data").map((field) => ({
    question: textAt(field, "name"),
    value: sayValue(at(field, "values") ?? at(field, "value")),
  }));
  if (answers.length === 0) return [];
  const consents = listAt(lead, "custom_disclaimer_responses").map((consent) => ({
    question: textAt(consent, "checkbox_key"),
    value: textAt(consent, "is_checked") === "1" || at(consent, "is_checked") === true ? "Yes" : "No",
    role: null,
  }));
  const origin = ABOUT_THE_AD.map((name) => ({ question: name, value: textAt(lead, name), role: null }));
  return [...answers, ...consents, ...origin];
}

function digest(ids: readonly string[]): string {
  return hash("sha256", ids.join("\n"), "hex");
}
