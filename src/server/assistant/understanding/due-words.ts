import { startOfDay } from "#server/assistant/words/local-time.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { readDays, type DayRange } from "#server/assistant/understanding/day-range.ts";
import type { Taker } from "#server/assistant/understanding/lead-phrases.ts";
import { day, localDay } from "#server/assistant/understanding/time-span.ts";

const WHEN =
  "(?:first|next|now|right now|today|tonight|this week|tomorrow|urgently|(?:this|in the) (?:morning|afternoon))";
const CONTACT =
  "(?:call|phone|ring(?: up)?|contact|approve|review|look at|reach out to|take care of|tackle|start with|focus on|prioriti[sz]e|follow up(?: with| on)?|write to|get back to|deal with|work on|chase|be (?:called|contacted|phoned|chased))";
/** Whom to contact, before "today" is taken for when leads arrived. */
export const TO_CONTACT: Taker = [
  new RegExp(
    String.raw`(?<!(?:\d|two|three|four|five|ten) (?:leads?|people|contacts?) )\b(?:whom?(?: (?:do|shall|can|could|must|may|has to|have to|needs to))?(?: (?:i|we|you))?|should(?: i| we)?(?: ${WHEN})*(?: to)?|(?:(?:do )?(?:i|we) (?:need|have) |(?:the )?next(?: one| lead)? )?to|(?:i|we) must|must (?:i|we)) ${CONTACT}(?: ${WHEN})*\b|\b(?:still |most )?needs? (?:an? |my |our )?(?:follow up )?(?:call(?:back)?|attention|answer|reply|follow up)(?: from (?:me|us))?(?: (?:the )?most)?(?: ${WHEN})*\b`,
    "u",
  ),
  (question) => {
    question.filter.status = "qualified";
    question.sort = "-score";
    question.isOfNext = true;
  },
];

/** When next steps are due, and where the question says so. */
interface Due {
  filter: Pick<LeadFilter, "nextStep" | "dueFrom" | "dueBefore" | "owner">;
  start: number;
  end: number;
}

const STEP = String.raw`(?:(?:open|outstanding|pending) )?(?:(?:next )?steps?|tasks?|to ?dos?|follow ?ups?|reminders?|appointments?|visits?|meetings?|call ?backs?)`;
const NONE =
  /\b(?:(?:without|with no|(?:that |who |which )?(?:have|has) no)(?: an?| any)? next steps?|no next steps?|(?:(?:that |who |which )?(?:have|has|with) )?nothing (?:is )?(?:planned|scheduled|set))\b/u;
const OVERDUE = new RegExp(
  String.raw`\b(?:(?:with|have|has) )?(?:an? )?(?:${STEP} )?(?:that |which |who )?(?:are |is )?(?:over|past) ?due(?: for me)?(?: ${STEP})?\b`,
  "u",
);
const FORGOTTEN =
  /\b(?:i|we) (?:have )?(?:forgot|forgotten|missed)(?: to (?:do|call|follow up(?: on| with)?|contact|answer))?\b/u;
/** Before a day. */
const DUE_ON = new RegExp(
  String.raw`\b(?:(?:(?:with|have|has) )?(?:an? )?(?:${STEP} )?(?:that |which |who )?(?:(?:are |is |comes? |falls? )?due|${STEP}(?: (?:that|which|are|is|do|have|has|i|we|got|there|planned|scheduled|set|coming up|for))*)(?: for me)?|what (?:should|must|do|can) (?:i|we)(?: have to| need to)? do|what is (?:still )?left(?: for me)?(?: to do)?|what is (?:on(?! my| our)|planned|up|coming up))(?: for)? (?=\w)`,
  "u",
);
/** "On my plate this week", "next week's tasks" */
const PLATE = /\bon (?:my|our) (?:list|plate|agenda|calendar|schedule)(?: for)? (?=\w)/u;
const DAYS_BEFORE = new RegExp(
  String.raw`\b(?<days>today|tomorrow|(?:this|next|last) (?:week|month))(?: (?:my|our|the))? ${STEP}\b`,
  "u",
);
const UPCOMING = new RegExp(
  String.raw`\b(?:my |our )?(?:upcoming|coming|future|planned|scheduled) ${STEP}(?: coming up)?\b`,
  "u",
);
const TODAY =
  /\bwhat (?:should|must|do|can) (?:i|we)(?: have to| need to)? (?:do|start with|tackle|work on)(?: (?:now|first|next|today|(?:this|in the) (?:morning|afternoon)))*$|\bwhat is (?:still )?(?:left|planned|on)(?: for me)?(?: to do)?(?: (?:now|today))?$|\bwhere (?:should|do) i start(?: today)?$|\b(?:my |our )?(?:tasks|to ?dos?|agenda)(?: for me)?$|\bon my (?:list|plate)(?: today)?$|\bmy agenda(?: for)? today$/u;

/** Finds when next steps are due, before "today" is taken for when leads arrived. */
export function findDue(text: string, now: Date): Due | null {
  const none = NONE.exec(text);
  if (none !== null) return found(none, { nextStep: "none" });
  const overdue = OVERDUE.exec(text) ?? FORGOTTEN.exec(text);
  if (overdue !== null) return found(overdue, { dueBefore: localDay(now) });
  const upcoming = UPCOMING.exec(text);
  if (upcoming !== null && DUE_ON.exec(text) === null) return found(upcoming, { dueFrom: localDay(now) });
  const before = DAYS_BEFORE.exec(text);
  const daysBefore = readDays(before?.groups?.["days"] ?? "", now);
  if (before !== null && daysBefore !== null) return found(before, dueOf(daysBefore));
  const on = DUE_ON.exec(text) ?? PLATE.exec(text);
  const days = on === null ? null : readDays(text.slice(on.index + on[0].length), now);
  if (on !== null && days !== null) {
    const rest = text.slice(on.index + on[0].length).split(" ");
    const whole = `${on[0]}${rest.slice(0, days.words).join(" ")}`;
    return found({ 0: whole, index: on.index }, dueOf(days));
  }
  const today = TODAY.exec(text);
  if (today === null) return null;
  return found(today, { dueFrom: localDay(now), dueBefore: localDay(day(now, 1)) });
}

function dueOf({ min, max }: DayRange): Due["filter"] {
  return {
    ...(min !== undefined && { dueFrom: min }),
    ...(max !== undefined && { dueBefore: localDay(day(startOfDay(max), 1)) }),
  };
}

function found(match: { 0: string; index: number }, filter: Due["filter"]): Due {
  const isMine = /\bfor me\b|\b(?:do|should|must|can|have) i\b|\bi (?:have|got)\b|\bmy\b/u.test(match[0]);
  return {
    filter: isMine ? { ...filter, owner: "me" } : filter,
    start: match.index,
    end: match.index + match[0].length,
  };
}
