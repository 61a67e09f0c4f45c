import { asksHow } from "#server/assistant/understanding/intent-model.ts";
import type { Context, Meaning } from "#server/assistant/understanding/question.ts";
import { REQUEST } from "#server/assistant/understanding/request-words.ts";
import { fieldsIn, type Wording } from "#server/assistant/understanding/words.ts";

const OF_IT = /\b(?:he|she|him|her|hers|his|they|them|their|it|its|there|that one|this one|the first one)\b/u;
const OF_HISTORY =
  /\b(?:last|ever|lately|when)\b.*\b(?:hear|heard|touch\w*|contact\w*|chang\w*|talk\w*|spoke|happen\w*)\b/u;
const OF_FIELDS =
  /\b(?:wants?|wanted|ask(?:s|ed)?|needs?|wrote|writes?|owns?|owner|whose|responsible|next (?:step|thing|action)|e?mail|phone|number|company|title|address|reach)\b/u;
const OF_STATUS = /\b(?:approv\w*|reject\w*|decid\w*|status|by whom)\b/u;
const OF_SCORE = /\b(?:score|points)\b/u;
const MOST_WORDS = 14;

/** "What did she want, and who owns it?", of the lead of the question before or the first of its list. */
export function ofSameLead(
  asked: Wording,
  wording: Wording,
  before: Meaning,
  isMarked: boolean,
  { language }: Context,
): Meaning | null {
  const { text, words } = wording;
  const isOfOne = (before.intent.startsWith("lead_") || before.intent === "act") && (before.who ?? "") !== "";
  const isOrdinal = /\b(?:first|second|third|fourth|fifth|top) (?:one|lead)\b/u.test(text);
  const isIt = before.leads.sort !== null && /\b(?:it|he|she|him|her|there)\b/u.test(text);
  const isOfFirst = before.intent === "list_leads" && (isOrdinal || isIt);
  if (!isOfOne && !isOfFirst) return null;
  if (words.length > MOST_WORDS || words.some(({ isOfLead }) => isOfLead) || REQUEST.test(text) || asksHow(text))
    return null;
  if (/\b(?:leads|rules?|sources?|if)\b/u.test(text)) return null;
  if (!isMarked && !isOrdinal && !OF_IT.test(asked.text) && words.length > 3) return null;
  const intent = OF_HISTORY.test(text)
    ? "lead_history"
    : OF_FIELDS.test(text) || fieldsIn(wording).length > 0
      ? "lead_field"
      : OF_STATUS.test(text)
        ? "lead_status"
        : OF_SCORE.test(text)
          ? "lead_score"
          : /\bwhere\b/u.test(text)
            ? "lead_origin"
            : null;
  if (intent === null) return null;
  return { ...before, intent, language, wording, who: isOfOne ? (before.who ?? "") : "", before, isSure: true };
}
