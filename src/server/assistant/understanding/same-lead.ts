import { asksHow } from "#server/assistant/understanding/intent-model.ts";
import type { Context, Meaning } from "#server/assistant/understanding/question.ts";
import { ORDINAL_ONE, REQUEST } from "#server/assistant/understanding/request-words.ts";
import { fieldsIn, type Wording } from "#server/assistant/understanding/words.ts";

const OF_IT = /\b(?:he|she|him|her|hers|his|they|them|their|it|its|there|that one|this one|the first one)\b/u;
const OF_HISTORY =
  /\b(?:last|ever|lately|when)\b.*\b(?:hear|heard|touch\w*|contact\w*|chang\w*|talk\w*|spoke|happen\w*)\b/u;
const OF_FIELDS =
  /\b(?:wants?|wanted|ask(?:s|ed)?|needs?|wrote|writes?|owns?|owner|whose|responsible|next (?:step|thing|action)|e?mail|phone|number|company|title|address|reach)\b/u;
const OF_STATUS = /\b(?:approv\w*|reject\w*|decid\w*|status|by whom)\b/u;
const OF_SCORE = /\b(?:score|points)\b/u;
const OF_ALL =
  /\b(?:know (?:about|of)|(?:tell|show) me (?:more )?about|more about|all about|details (?:of|about|on)|who is)\b/u;
/** "What would she need to qualify?" */
const TO_QUALIFY = /\b(?:needs?|lacks?|missing|requires?|takes?|get|become|far|short)\b.*\b(?:qualif\w*|threshold)\b/u;
/** "Why her?" */
const WHY =
  /^how come$|^why (?:is (?:it|he|she) )?(?:so|that|only|just)(?: (?:low|high|few|many|little|much|bad|good))?$|^why (?:is )?(?:he|she|him|her|it|that one|this one|(?:the )?(?:first|top)(?: one)?)$/u;
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
  const isOfOne = (before.who ?? "") !== "";
  const isOfLeads = before.intent === "list_leads" || before.intent === "count_leads";
  const isOrdinal = ORDINAL_ONE.test(text) || /\btop(?: (?:one|lead)\b|$)/u.test(text);
  const isIt = /\b(?:he|she|him|her)\b/u.test(text) || (before.leads.sort !== null && /\b(?:it|there)\b/u.test(text));
  // "Why is it so low?", "what would it need?", after the newest lead
  const isOfChain = before.intent.startsWith("lead_") && before.who === "" && before.before !== undefined;
  const isOfFirst = (before.intent === "list_leads" && (isOrdinal || isIt)) || isOfChain;
  if (!isOfOne && !isOfFirst) return null;
  if (words.length > MOST_WORDS || words.some(({ isOfLead }) => isOfLead) || REQUEST.test(text) || asksHow(text))
    return null;
  if (/\b(?:leads|rules?|sources?|if)\b/u.test(text)) return null;
  if (!isMarked && !isOrdinal && !OF_IT.test(asked.text) && !TO_QUALIFY.test(text) && words.length > 3) return null;
  const intent = TO_QUALIFY.test(text)
    ? "lead_to_qualify"
    : OF_ALL.test(text)
      ? "lead_about"
      : OF_HISTORY.test(text)
        ? "lead_history"
        : OF_FIELDS.test(text) || fieldsIn(wording).length > 0
          ? "lead_field"
          : OF_STATUS.test(text) && (!isOfLeads || isOfFirst || /\bstatus\b/u.test(text))
            ? "lead_status"
            : OF_SCORE.test(text) || WHY.test(text) || (isOrdinal && /^why\b/u.test(text))
              ? "lead_score"
              : /\bwhere\b/u.test(text)
                ? "lead_origin"
                : null;
  if (intent === null) return null;
  return { ...before, intent, language, wording, who: isOfOne ? (before.who ?? "") : "", before, isSure: true };
}
