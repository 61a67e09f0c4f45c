import { INTENTS, type IntentId } from "#server/assistant/understanding/intents.ts";
import { readLeadQuestion, type LeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import { mendSpelling } from "#server/assistant/understanding/spelling.ts";
import { saidBetween, wordsOf, type Wording } from "#server/assistant/understanding/words.ts";

/** A question as understood. */
export interface Meaning {
  intent: IntentId;
  wording: Wording;
  /** The lead it names, as written; empty when it names one by "it" or the open page, undefined when it names none. */
  who?: string;
  /** The field or thing it asks for, in the words of the question. */
  what?: string;
  leads: LeadQuestion;
  /** Whether "this lead" stands there: the open page is meant, not what was spoken of before. */
  isOfThePage?: boolean;
}

/** A longer text is no question that a pattern could understand, and would take long to try. */
const MOST_WORDS = 80;

const POLITE =
  /^(?:(?:please|hey|hi|hello|ok|okay|well|so|and so|winnow|now|can you|could you|would you|do you know|can i ask|i (?:would|d) like to know|i want to know|i need to know|tell me|let me know|any idea|quick question) )+(?=(?:what|who|when|where|why|which|how|is|are|do|does|did|has|have|was|were|show|list|explain|if|the)\b)/u;
const TAIL =
  /(?: (?:please|thanks|thank you|right now|at the moment|exactly|again|then|currently|in winnow|for me))+$/u;
const FOLLOW_UP =
  /^(?:and|also|what about|how about|and what about|and how about|same for|the same for|but|now|or|what of)(?: for| in| with)? (?<rest>.+)$/u;
const PRONOUN =
  /^(?:this|that|the|current|open)?(?: )?(?:lead|one|person|contact|guy|it|him|her|he|she|them|they|this|that|his|its|their)$/u;

/** No lead is called so: "a lead", "I", "Monday". */
const NO_LEAD =
  /^(?:(?:an?|any|some|every|each|no|all|so many|so few|most|the|my|our|these|those)(?: \w+)? (?:leads?|contacts?|persons?|people|prospects?)|i|we|you|there|nobody|someone|everybody|today|yesterday|(?:this|last) (?:week|month|year|time)|(?:last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/u;

/**
 * What a question means, null when no pattern fits. `earlier` holds the person's questions before it, the latest last:
 * "and last week?", "why?" and "show them" are understood by them.
 */
export function meaningOf(question: string, earlier: readonly string[], now: Date): Meaning | null {
  const asked = wordsOf(question);
  if (asked.words.length > MOST_WORDS) return null;
  const meaning = understand(asked, earlier, now);
  if (meaning !== null && !asksForMore(meaning)) return meaning;
  const mended = mendSpelling(asked);
  const other = mended === asked ? null : understand(mended, earlier, now);
  return other === null || (meaning !== null && asksForMore(other)) ? meaning : other;
}

/** Whether it is about some leads, with words that are not understood: what is understood would answer another question. */
export function asksForMore({ intent, leads }: Meaning): boolean {
  return (intent === "count_leads" || intent === "list_leads") && leads.leftOver.length > 0;
}

function understand(wording: Wording, earlier: readonly string[], now: Date): Meaning | null {
  const meaning = followUp(wording, earlier, now) ?? directly(wording, now);
  if (meaning === null) return null;
  if (meaning.who !== "" || meaning.isOfThePage === true) return meaning;
  const before = previous(earlier, now);
  return before?.who === undefined || before.who === "" ? meaning : { ...meaning, who: before.who };
}

function directly(wording: Wording, now: Date): Meaning | null {
  const { text, offset } = withoutManners(wording.text);
  const leads = (): LeadQuestion => readLeadQuestion(wording, now);
  for (const { id, patterns } of INTENTS) {
    for (const pattern of patterns) {
      const match = new RegExp(pattern.source, `${pattern.flags}d`).exec(text);
      if (match === null) continue;
      const place = match.indices?.groups?.["who"];
      const what = match.groups?.["what"];
      const who = place === undefined ? undefined : text.slice(...place);
      const needsLead = id.startsWith("lead_");
      if (needsLead && who !== undefined && NO_LEAD.test(who)) continue;
      return {
        intent: id,
        wording,
        leads: leads(),
        ...(what !== undefined && { what }),
        ...(place !== undefined &&
          who !== undefined && {
            who: PRONOUN.test(who) ? "" : cleanName(saidBetween(wording, place[0] + offset, place[1] + offset)),
            isOfThePage: /^(?:this|current|open)\b/u.test(who),
          }),
        ...(place === undefined && needsLead && { who: "" }),
      };
    }
  }
  return null;
}

/** A question that is nothing without the one before it. */
function followUp(wording: Wording, earlier: readonly string[], now: Date): Meaning | null {
  if (earlier.length === 0) return null;
  const rest = FOLLOW_UP.exec(wording.text)?.groups?.["rest"];
  const leads = readLeadQuestion(wording, now);
  const isOnlyFilter = !leads.isEmpty && leads.leftOver.every((word) => /^(?:about|same|but|also|or|now)$/u.test(word));
  const isShowThem =
    /^(?:show|list|which|who|see)(?: me)?(?: of)?(?: them| those| these| ones| they)?(?: are| is)?(?: them| they| those| these)?$/u.test(
      wording.text,
    );
  if (rest === undefined && !isShowThem && !(isOnlyFilter && directly(wording, now) === null)) return null;
  const before = previous(earlier, now);
  if (before === null) return null;
  if (isShowThem) return before.intent === "count_leads" ? { ...before, intent: "list_leads" } : null;
  if (isOnlyFilter && !before.intent.startsWith("lead_")) {
    return { ...before, leads: overlaid(before.leads, leads), wording };
  }
  if (rest !== undefined && before.who !== undefined && directly(wording, now) === null) {
    const start = wording.text.length - rest.length;
    return { ...before, wording, who: cleanName(saidBetween(wording, start, wording.text.length)) };
  }
  return null;
}

function previous(earlier: readonly string[], now: Date): Meaning | null {
  const last = earlier.at(-1);
  return last === undefined ? null : meaningOf(last, earlier.slice(0, -1), now);
}

/** The former question with what the new one says instead. */
function overlaid(before: LeadQuestion, now: LeadQuestion): LeadQuestion {
  const filter = { ...before.filter, ...now.filter };
  if (now.span !== null && now.span.to === null) delete filter.to;
  return {
    filter,
    span: now.span ?? before.span,
    sort: now.sort ?? before.sort,
    ofThreshold: now.ofThreshold ?? before.ofThreshold,
    limit: now.limit ?? before.limit,
    isEmpty: false,
    leftOver: before.leftOver,
  };
}

function withoutManners(text: string): { text: string; offset: number } {
  const offset = POLITE.exec(text)?.[0].length ?? 0;
  return { text: text.slice(offset).replace(TAIL, ""), offset };
}

/** A name without what people put around it. */
function cleanName(said: string): string {
  return said
    .replace(/^(?:(?:the|our|my|a) )?(?:lead|contact|person|mr\.?|mrs\.?|ms\.?)\s+(?=\S)/iu, "")
    .replace(/['’]s?$/u, "")
    .replace(/\s+(?:lead|contact)$/iu, "")
    .trim();
}
