import { hash } from "node:crypto";
import { at, listAt, sayValue, textAt } from "#server/sources/web-form/loose-value.ts";
import type { Answer, FormRecord, ReadForm } from "#server/sources/web-form/read-form.ts";

const ONLY_A_NUMBER =
  "Meta sends only the lead's number here, not its answers. Let Zapier, Make or another lead-ads integration fetch the lead and send its answers to this address.";

/** Of a lead's own facts those that tell where it came from. */
const ABOUT_THE_AD = ["campaign_name", "adset_name", "ad_name", "form_name", "platform"];

/**
 * Lead ads of Facebook and Instagram: a lead as the Graph API holds it (`field_data`), a list of them, or the webhook's
 * `leadgen` change, which by itself has no answers. See developers.facebook.com/docs/marketing-api/guides/lead-ads.
 * Null for anything else.
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
