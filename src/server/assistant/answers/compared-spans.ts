import { calendarOf } from "#server/assistant/words/local-time.ts";
import { datesIn } from "#server/assistant/words/moment.ts";
import { DAY } from "#shared/durations.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { findTimeSpan, findTimeSpans } from "#server/assistant/understanding/find-time-span.ts";
import {
  dateWords,
  day,
  month,
  NUMBER,
  numberOf,
  quarter,
  type TimeSpan,
  week,
} from "#server/assistant/understanding/time-span.ts";

/** A time to compare, in words. */
export interface ComparedSpan {
  from: Date;
  to: Date;
  words: string;
}

/** Compared with as many before, without a time that begins with the calendar's. */
const DAYS = 30;

/** The two time spans that a question compares, the later one first. */
export function comparedSpans(meaning: Meaning, now: Date): [ComparedSpan, ComparedSpan] {
  return meaning.spans === undefined ? spansOf(spansText(meaning), now) : wholeSpans(meaning.spans, now);
}

/** The spans of the question that this one follows, if it names none. */
function spansText({ wording, before, leads }: Meaning): string {
  const isOfBefore = before !== undefined && leads.span === before.leads.span;
  return isOfBefore ? `${wording.text} ${spansText(before)}` : wording.text;
}

/** In words, or as dates in other languages than English. */
export function spanIn({ from, to, words }: ComparedSpan, { language }: Pick<Asking, "language">): string {
  if (language === "en") return words;
  return datesIn(from, to, language);
}

/** The later span first, and neither cut to the length of the other. */
function wholeSpans(spans: readonly TimeSpan[], now: Date): [ComparedSpan, ComparedSpan] {
  const [one, other] = spans.map(({ from, to, words }) => ({ from, to: to ?? day(now, 1), words }));
  if (one === undefined || other === undefined) return spansOf("", now);
  return one.from > other.from ? [one, other] : [other, one];
}

/** Before a month without a preposition: "how was March". */
const BARE_MONTH =
  /(?:^|(?<!\b(?:in|during|of|from|since|after|before|until|to|with|and|than|vs|versus|against|this|last)) )(?=(?:january|february|march|april|june|july|august|september|october|november|december)\b)/gu;

/** "Two weeks before and after the 9th" */
const AROUND = new RegExp(String.raw`\b(?:${NUMBER}|an?) (day|week|month)s? before\b.*\bafter\b`, "u");

/** As long before a day as after it; null if a text says no such time. */
function around(text: string, now: Date): [ComparedSpan, ComparedSpan] | null {
  const match = AROUND.exec(text);
  const on =
    /\bon the \d{1,2}(?: ?(?:st|nd|rd|th))(?: of \w+)?|\b(?:before|after|since) the \d{1,2} ?(?:st|nd|rd|th)(?: of \w+)?/u.exec(
      text,
    )?.[0];
  const from = on === undefined ? undefined : findTimeSpan(on.replace(/^(?:before|after)/u, "on"), now)?.span.from;
  if (match === null || from === undefined) return null;
  const count = numberOf(match[1] ?? "one") * (match[2] === "week" ? 7 : match[2] === "month" ? 30 : 1);
  const to = new Date(Math.min(day(from, count).getTime(), day(now, 1).getTime()));
  const days = Math.round((to.getTime() - from.getTime()) / DAY);
  return [
    { from, to, words: `in the ${days} days from then on` },
    { from: day(from, -days), to: from, words: `in the ${days} days before` },
  ];
}

/** The two time spans of a text, or the one it names and the one before. */
function spansOf(text: string, now: Date): [ComparedSpan, ComparedSpan] {
  const both = around(text, now);
  if (both !== null) return both;
  const [one, other] = findTimeSpans(text.replaceAll(BARE_MONTH, " in "), now);
  const ended = ({ from, to, words }: TimeSpan): ComparedSpan => ({ from, to: to ?? day(now, 1), words });
  if (one !== undefined && other !== undefined) {
    const [later, earlier] = one.from >= other.from ? [one, other] : [other, one];
    if (later.to !== null || earlier.to === null) return [ended(later), ended(earlier)];
    // The later one goes on: the earlier one is cut to what has passed of it.
    const to = new Date(Math.min(earlier.from.getTime() + now.getTime() - later.from.getTime(), earlier.to.getTime()));
    return [ended(later), { from: earlier.from, to, words: partOf({ ...earlier, to }, now) }];
  }
  // "Why so few last week?", but not "more than last week"
  const isNow = NOW_AND.test(text);
  if (one !== undefined && one.to !== null && (/\bbefore\b/u.test(text) || !isNow))
    return [ended(one), spanBefore(one.from, one.to)];
  // "Will we beat October?": this month so far
  const whole = one?.to == null ? undefined : UNITS.find(([, start]) => start(one.from, 1) <= (one.to ?? now));
  if (one?.to != null && whole !== undefined && one.to <= whole[1](now)) {
    const from = whole[1](now);
    const to = new Date(Math.min(one.from.getTime() + now.getTime() - from.getTime(), one.to.getTime()));
    return [
      { from, to: day(now, 1), words: whole[0] },
      { from: one.from, to, words: partOf({ ...one, to }, now) },
    ];
  }
  const [unit, start] = /\bmonth|\b(?:going|goes|gone|went|getting|improv\w*)\b/u.test(text)
    ? (["month", month] as const)
    : /\bquarter/u.test(text)
      ? (["quarter", quarter] as const)
      : /\b(?:today|yesterday|day)\b/u.test(text)
        ? (["day", day] as const)
        : (["week", week] as const);
  // "Are scores going up?": on the first of a month, this month says nothing.
  if (unit === "month" && !/\b(?:this|last) month\b/u.test(text))
    return [
      { from: day(now, 1 - DAYS), to: day(now, 1), words: `in the last ${DAYS} days` },
      { from: day(now, 1 - 2 * DAYS), to: day(now, 1 - DAYS), words: `in the ${DAYS} days before` },
    ];
  const from = start(now);
  const before = start(now, -1);
  const elapsed = now.getTime() - from.getTime();
  const isDay = unit === "day";
  return [
    // Stored figures count whole quarter-hours; ending tomorrow includes everything so far.
    { from, to: day(now, 1), words: isDay ? "today" : `this ${unit}` },
    {
      from: before,
      to: new Date(Math.min(before.getTime() + elapsed, from.getTime())),
      words: isDay ? "yesterday by this time" : `in the same part of last ${unit}`,
    },
  ];
}

const UNITS = [
  ["this quarter", quarter],
  ["this month", month],
  ["this week", week],
  ["today", day],
] as const;

/** Now is compared with the only time that is named. */
const NOW_AND =
  /\b(?:to|with|than|vs|versus|against|as|like|over|beat|best|compar\w*) (?:the |in |that of )*(?:last|previous|january|february|march|april|may|june|july|august|september|october|november|december|yesterday|an? (?:day|week|month|quarter|year) ago|\d+ \w+ ago)\b/u;

/** What has passed of a time by now. */
function partOf({ from, to, words }: ComparedSpan, now: Date): string {
  if (words === "yesterday") return "yesterday by this time";
  return /^(?:last|in) /u.test(words)
    ? `in the same part of ${words.replace(/^in /u, "")}`
    : `from ${dateWords(from, now)} to ${dateWords(new Date(to.getTime() - 1), now)}`;
}

/** As long, and ending where it begins: whole months before whole months. */
function spanBefore(from: Date, to: Date): ComparedSpan {
  const [first, end] = [calendarOf(from), calendarOf(to)];
  const isOfMonths = first.date === 1 && end.date === 1;
  const months = (end.year - first.year) * 12 + end.month - first.month;
  const start = isOfMonths ? month(from, -months) : new Date(2 * from.getTime() - to.getTime());
  return { from: start, to: from, words: "the time before" };
}
