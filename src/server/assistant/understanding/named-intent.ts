import type { IntentId } from "#server/assistant/understanding/intents.ts";
import { asksHow } from "#server/assistant/understanding/intent-model.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { FILE, REQUEST, THIS } from "#server/assistant/understanding/request-words.ts";
import { fieldsIn, type Wording } from "#server/assistant/understanding/words.ts";

/** "The website of Acme", "when is Ann due?" */
export const OF_NAMED =
  /\b(?:web ?site|site|home ?page|language|industry|phone(?: number)?|next step) of\b|^when is .+ due(?: next)?$/u;
/** About rules, or the field itself. */
const NO_VALUES = /\b(?:rules?|keywords?|threshold|fields?)\b/u;

/** What a question about custom fields asks for; undefined if it doesn't say so. */
export function intentOfFields(wording: Wording, leads: LeadQuestion, name: string): IntentId | undefined {
  const fields = fieldsIn(wording);
  const { text } = wording;
  if (fields.some(({ set }) => set !== undefined)) return "act";
  if (/^why\b/u.test(text)) return undefined;
  if (fields.length === 0 || NO_VALUES.test(text) || asksHow(text) || REQUEST.test(text) || FILE.test(text))
    return undefined;
  if (fields.some(({ figure }) => figure !== undefined)) return name === "" ? "field_figures" : "lead_field";
  const isNarrowed = fields.some(({ conditions, sort }) => (conditions ?? sort) !== undefined);
  if (!isNarrowed && (name !== "" || THIS.test(text) || !/\bleads?\b/u.test(text))) return "lead_field";
  if (!isNarrowed && leads.isEmpty) return undefined;
  return /\b(?:how many|number of|count)\b/u.test(text) ? "count_leads" : "list_leads";
}

/** "What did Ben say about Ann?" */
export function isCommented(question: string, name: string): boolean {
  const about = /\b(?:say|said|writes?|wrote|comment(?:s|ed)?)\b.*?\b(?:about|on) (?<whom>.+)/iu.exec(question);
  return name !== "" && about?.groups?.["whom"]?.includes(name) === true;
}

/** The words of a question, with one that no question has for each name of a rule or lead. */
export function masked({ words }: Wording): string[] {
  return words.map(({ meant, field, isOfName, isOfLead }) =>
    (isOfName === true || isOfLead === true) && field === undefined ? "{x}" : meant,
  );
}
