import { intentsOfWord, asksHow } from "#server/assistant/understanding/intent-model.ts";
import { FILTERED, type IntentId } from "#server/assistant/understanding/intents.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { fieldsIn, LIGHT, type Word, type Wording } from "#server/assistant/understanding/words.ts";
import { COUNTING, FILE, REQUEST, THIS } from "#server/assistant/understanding/request-words.ts";

/** What is asked of everything, asked of one lead. */
export const OF_LEAD: Partial<Record<IntentId, IntentId>> = {
  activity: "lead_history",
  decided: "lead_status",
  by_status: "lead_status",
  conversion: "lead_status",
  settings: "lead_status",
  by_owner: "lead_field",
  accounts: "lead_field",
  duplicates: "lead_duplicates",
  comments: "lead_comments",
  mentions: "lead_comments",
  average_score: "lead_score",
  rules_that_work: "lead_score",
  rules: "lead_score",
  keywords: "lead_score",
  skipped: "lead_origin",
  imports: "lead_origin",
};

/** The other way around. */
export const OF_ALL: Partial<Record<IntentId, IntentId>> = { lead_duplicates: "duplicates", lead_comments: "comments" };

/** Whether an answer is about the lead that a question names, or about others it is compared with. */
export function isOfAnyLead(intent: IntentId): boolean {
  return intent.startsWith("lead_") || ["act", "what_if", "count_leads", "list_leads"].includes(intent);
}

/** Shorter words, such as "why", say little. */
const SHORTEST = 4;

/** Whether a figure would ignore a word that none of its questions has: "leads I haven't touched since October". */
export function asksOther({ words }: Wording, { leftOver }: LeadQuestion, intent: IntentId): boolean {
  if (FILTERED.has(intent) || intent.startsWith("lead_")) return false;
  return words.some(({ meant, field, isOfName }) => {
    if (field !== undefined || isOfName === true || meant.length < SHORTEST || !leftOver.includes(meant)) return false;
    return intentsOfWord(meant)?.has(intent) === false;
  });
}

/** What says what is asked of a lead. */
const STATED_OF_LEAD =
  /\b(?:why|approv|reject|decid|qualif|status|scor|point|missing|duplicate|rule|keyword|worth|histor|chang|source|come|came)/u;

/** "When does Ann's contract with the competitor run out?": no field has the answer, but what the lead wrote may. */
export function saysElse({ words, text }: Wording, intent: IntentId): boolean {
  const isOther = ({ meant, field, isOfLead, isOfName }: Word): boolean =>
    (isOfLead ?? isOfName ?? field) === undefined && !LIGHT.has(meant) && intentsOfWord(meant)?.has(intent) !== true;
  const others = words.filter((word) => word.meant.length >= SHORTEST && isOther(word));
  const least = intent === "count_leads" ? 1 : /^lead_(?:status|missing|origin|score)$/u.test(intent) ? 2 : Infinity;
  return others.length >= least && !STATED_OF_LEAD.test(text);
}

/** Whether a question names a lead rather than a company alone. */
export function namesLead({ words }: Wording): boolean {
  return (
    words.some((word) => word.isOfLead) &&
    !words.some(({ isOfName, field }) => isOfName === true || field !== undefined)
  );
}

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
  return COUNTING.test(text) ? "count_leads" : "list_leads";
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
