import { filterOfSpan, spanBefore } from "#server/assistant/understanding/time-span.ts";
import { rankIntents } from "#server/assistant/understanding/intent-model.ts";
import { ofSameLeads } from "#server/assistant/understanding/same-leads.ts";
import { findDue } from "#server/assistant/understanding/due-words.ts";
import { FIGURES } from "#server/assistant/understanding/intents.ts";
import type { Context, Meaning } from "#server/assistant/understanding/question.ts";
import { searchedFor } from "#server/assistant/understanding/leads-rather.ts";
import { readLeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import { overlaid } from "#server/assistant/understanding/overlaid.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { nameIn } from "#server/assistant/understanding/name-in.ts";
import { readFields } from "#server/assistant/understanding/read-fields.ts";
import * as Said from "#server/assistant/understanding/request-words.ts";
import { wordingOf, type Wording } from "#server/assistant/understanding/words.ts";
import { directly, without } from "#server/assistant/understanding/directly.ts";

/** Follow-ups are short. */
const MOST_FOLLOW_UP_WORDS = 7;

/** A question that only makes sense after the previous one. */
export function followUp(asked: Wording, last: Meaning, context: Context): Meaning | null {
  const before = asSearch(last);
  const { isCorrection, language, now, known } = context;
  const wording = without(asked, Said.FOLLOW_UP);
  const { text, words } = wording;
  if (Said.CONFIRMING.test(asked.text) && (before.intent === "act" || before.intent === "what_if"))
    return { ...before, intent: "act", language, before };
  // "What would change?", after a supposition or an offer: its effect is part of the answer
  const isOfEffect =
    before.intent === "what_if" ||
    (before.intent === "act" && (OF_EFFECTS.test(before.wording.text) || (before.lead ?? "") === ""));
  if (isOfEffect && Said.WHICH_ONES.test(text) && words.length <= MOST_FOLLOW_UP_WORDS) return { ...before, language };
  // Each decision is shown with who made it, and when.
  if (
    before.intent === "decided" &&
    /^(?:by whom?|when|who|and)\b(?: (?:did|was|were|it|that|this|they|them|those)\b)*$/u.test(text)
  )
    return { ...before, language, asks: { ...before.asks, by: [] } };
  const isMarked =
    isCorrection || wording !== asked || /^for\b|\b(?:only|instead)$/u.test(text) || Said.OF_THEM.test(asked.text);
  const same: Meaning = { ...before, language, wording, before };
  // No answer counts some of the leads that a supposition shows.
  if (before.intent === "what_if" && Said.OF_THEM.test(asked.text)) return { ...same, intent: "none" };
  // "Only in the notes", "add pricing too", "would that lift anyone?", after a rule
  if (before.intent === "act" && /\brule\b/u.test(before.wording.text)) {
    const isNew = /\b(?:new|create|make)\b/u.test(before.wording.text) && !/\brule\b/u.test(text);
    const isMore = /^(?:add|include|plus)\b/u.test(text);
    const more = words
      .slice(Number(isMore))
      .filter(({ meant }) => !/^(?:the|keywords?|words?|too|also|as|well)$/u.test(meant));
    // "Also proposal"
    const isBare =
      wording !== asked &&
      words.length < 5 &&
      !/^(?:in|only|once|what|how|who|when|would|will|is|does)\b/u.test(text) &&
      !Said.REQUEST.test(text);
    // 'Also "refrigerated"'
    const quote = /["“„«]/u.test(asked.question) ? '"' : "";
    const refined =
      isMore || isBare ? `, ${quote}${more.map(({ said }) => said).join(" ")}${quote}` : ` ${asked.question}`;
    if ((isNew && (isMore || isBare)) || (REFINES.test(text) && (isNew || !Said.REQUEST.test(text)))) {
      const whole = translate(`${before.wording.question}${refined}`, known).wording;
      return { ...directly(readFields(whole, now, language), context), intent: "act" };
    }
    if (isMore) return { ...directly(wording, context), intent: "act", before };
    if (!Said.REQUEST.test(text) && /\b(?:would|will|effect|change|lift|qualify|happen)\b/u.test(text))
      return { ...before, language };
  }
  if (words.length > MOST_FOLLOW_UP_WORDS) return ofSameLeads(asked, wording, before, isMarked, context);
  const isOfLeads = before.intent === "count_leads" || before.intent === "list_leads";
  if (isOfLeads && Said.SHOW_THEM.test(text)) return { ...same, intent: "list_leads" };
  if (isOfLeads && Said.GO_ON.test(text)) return { ...same, intent: "list_leads", skip: (before.skip ?? 0) + 1 };
  if ((isOfLeads || FIGURES.has(before.intent)) && Said.WHERE_FROM.test(text))
    return {
      ...same,
      intent: "by_source",
      leads: (before.leads.isEmpty ? before.before : before)?.leads ?? before.leads,
    };
  // "How do I fix that?": what fails says so.
  if (before.intent === "failing" && /\b(?:fix|solve|repair|do (?:about|against)|since when)\b/u.test(text))
    return { ...before, language };
  const { span } = before.leads;
  if (
    (isOfLeads || FIGURES.has(before.intent) || before.intent === "activity") &&
    span !== null &&
    SPAN_BEFORE.test(text)
  ) {
    const earlier = spanBefore(span, text);
    const filter = { ...before.leads.filter, ...filterOfSpan(earlier) };
    return { ...same, leads: { ...before.leads, span: earlier, filter } };
  }
  const leads = readLeadQuestion(wording, now, known);
  if (isOfLeads && IN_PERCENT.test(text) && leads.span === null && Object.keys(leads.filter).length === 0)
    return inPercent(same, before);
  const isOfDecisions = before.leads.isDecided || before.leads.filter.status === "rejected";
  if (FIGURES.has(before.intent) && Said.WHY.test(text) && !isOfDecisions)
    return { ...same, intent: "none", isWhy: true };
  const ofSame = ofSameLeads(asked, wording, before, isMarked, context);
  if (ofSame !== null) return ofSame;
  const meaning = directly(wording, context);
  const isFilter =
    !leads.isEmpty && leads.leftOver.length === 0 && (before.intent === "act" || !Said.REQUEST.test(text));
  const isQuestion =
    Said.REQUEST.test(text) || /^(?:how|who|what|which|when|where|why|is|are|did|do|show|list)\b/u.test(text);
  if (
    !before.intent.startsWith("lead_") &&
    isFilter &&
    (isMarked || !isQuestion) &&
    !Said.WHO_DECIDED.test(text) &&
    !/\bleads\b/u.test(text)
  ) {
    return {
      ...same,
      leads: overlaid(before.leads, leads),
      // "Over 80 then", after "approve everything over 90"
      ...(before.intent === "act" && !Said.REQUEST.test(text) && { wording: before.wording }),
      ...(before.intent === "list_leads" && /\bhow many\b/u.test(text) && { intent: "count_leads" }),
    };
  }
  const name = nameIn(wording, language, known);
  const isName = name !== "" && name === wording.question.slice(words[0]?.start, words.at(-1)?.end);
  if (isOfLeads && isMarked && isName)
    return { ...same, leads: { ...before.leads, filter: { ...before.leads.filter, search: name }, leftOver: [] } };
  // "And tomorrow?", after what is due today.
  const { dueFrom, dueBefore, nextStep: _step, ...undue } = before.leads.filter;
  const due = (dueFrom ?? dueBefore) === undefined ? null : findDue(`due ${text}`, now);
  if (due !== null && words.length < 4)
    return { ...same, leads: { ...before.leads, filter: { ...undue, ...due.filter } } };
  // "OK, do 65."
  if (before.intent === "what_if" && Said.REQUEST.test(text)) return { ...same, intent: "act" };
  if (before.intent === "what_if" && /\d/u.test(text) && words.length < 5) return same;
  // "What about duplicates?", after how to import a file
  const isOfHelp =
    before.intent === "help" && isMarked && words.length < 4 && leads.isEmpty && meaning.intent !== "act";
  if (isOfHelp) {
    const ranked = rankIntents(["how", "do", ...words.map(({ meant }) => meant)], language);
    return { ...meaning, intent: "help", ranked, isSure: true, before };
  }
  if (isMarked && before.who !== undefined && isName) return { ...same, who: name };
  return meaning.intent === "skipped" || (isMarked && meaning.who === "") ? { ...meaning, before } : null;
}

/** "Hotels?", which leads were searched for */
function asSearch(last: Meaning): Meaning {
  const isUnread = last.intent === "list_leads" && last.leads.isEmpty && last.leads.leftOver.length > 0;
  const searched = last.intent === "none" || isUnread ? searchedFor(last.wording) : undefined;
  if (searched === undefined) return last;
  const filter = { search: searched.search };
  return { ...last, intent: "list_leads", leads: { ...last.leads, filter, leftOver: [], isEmpty: false } };
}

const OF_EFFECTS = /\b(?:rules?|threshold|points?|keywords?)\b/u;
const SPAN_BEFORE = /^(?:(?:in )?the )?(?:(?:day|week|month|quarter|year|one) before(?: that| last)?|before that)$/u;
/** Where a rule looks, and how often it counts. */
const REFINES = /\bin the (?:notes?|messages?|titles?|company|industry)\b|\bonce\b|\b(?:worth|points)\b/u;
const IN_PERCENT =
  /\b(?:percent\w*|per ?cent|up or down|difference|increase|growth|more or (?:less|fewer)|better or worse)\b/u;

/** "Up or down in percent?", of the two spans counted before, or of all leads. */
function inPercent(same: Meaning, before: Meaning): Meaning {
  const earlier = before.before;
  if (earlier?.leads.span == null || before.leads.span === null || earlier.leads.span.words === before.leads.span.words)
    return { ...same, intent: "count_leads", isShare: true };
  const words = [...earlier.wording.words, ...before.wording.words];
  const spans = [earlier.leads.span, before.leads.span] as const;
  return { ...same, intent: "compare", wording: wordingOf(same.wording.question, words), spans };
}
