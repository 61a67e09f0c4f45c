import { HOUR } from "#shared/durations.ts";
import { capital } from "#server/assistant/words/say.ts";

/** A time span from `from` (inclusive) to `to` (exclusive); open-ended without `to`. */
export interface TimeSpan {
  from: Date;
  to: Date | null;
  /** In words, for an answer: "this week", "in the last 3 days". */
  words: string;
}

export const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** A small number, as digits or a word. */
export const NUMBER = `(\\d{1,3}|${NUMBERS.join("|")})`;

const HOURS: Readonly<Record<string, number>> = {
  morning: 6,
  noon: 12,
  lunch: 12,
  afternoon: 12,
  evening: 18,
  night: 20,
};

interface Phrase {
  pattern: RegExp;
  span: (match: RegExpExecArray, now: Date) => TimeSpan | null;
}

/** Days and weeks are in the server's time zone; weeks start on Monday (ISO 8601). */
const NTH = String.raw`(\d{1,2})(?: ?(?:st|nd|rd|th))?`;
const OF_MONTH = `(?:(?: of)? (${MONTHS.join("|")}))?`;

/** A day of a month, the latest that has begun. */
function dayOfMonth(date: string, name: string | undefined, now: Date): Date {
  const index = name === undefined ? now.getMonth() : MONTHS.indexOf(name);
  const at = new Date(now.getFullYear(), index, Number(date));
  if (at <= now) return at;
  return name === undefined
    ? new Date(now.getFullYear(), index - 1, Number(date))
    : new Date(now.getFullYear() - 1, index, Number(date));
}

const PHRASES: readonly Phrase[] = [
  {
    pattern: new RegExp(
      String.raw`\b(?:older than|more than|over|for more than) (?:${NUMBER}|an?) (day|week|month)s?(?: (?:old|ago))?\b|\b(?:before|until) (${MONTHS.join("|")}) ${NTH}\b`,
      "u",
    ),
    span: ([, count = "one", unit, name, date = ""], now) => {
      const to =
        unit === undefined ? dayOfMonth(date, name, now) : (lastOf(numberOf(count), unit, now)?.from ?? day(now));
      return { from: new Date(0), to, words: `before ${capital(MONTHS[to.getMonth()] ?? "")} ${to.getDate()}` };
    },
  },
  {
    pattern: /\b(?:in |for |during |of )?q([1-4])(?: (2\d{3}))?\b/u,
    span: ([, which = "", of], now) => {
      const from = new Date(of === undefined ? now.getFullYear() : Number(of), (Number(which) - 1) * 3);
      // Without a year, it's the latest that has begun.
      if (of === undefined && from > now) from.setFullYear(from.getFullYear() - 1);
      return { from, to: quarter(from, 1), words: `in Q${which} ${from.getFullYear()}` };
    },
  },
  {
    pattern: /\b(\d{1,2}) ?(?:st|nd|rd|th) (?:to|until|till|and) (?:the )?(\d{1,2}) ?(?:st|nd|rd|th)\b/u,
    span: ([, one = "", other = ""], now) => {
      const last = dayOfMonth(other, undefined, now);
      const from = new Date(last.getFullYear(), last.getMonth(), Number(one));
      const words = `from ${capital(MONTHS[from.getMonth()] ?? "")} ${one} to ${other}`;
      return { from, to: day(last, 1), words };
    },
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:between|from) (?:the )?${NTH}${OF_MONTH} (?:and|to|until|till) (?:the )?${NTH}(?: of)? (${MONTHS.join("|")})\b`,
      "u",
    ),
    span: ([, one = "", first, other = "", name = ""], now) => {
      const from = dayOfMonth(one, first ?? name, now);
      const last = dayOfMonth(other, name, now);
      const words = `from ${capital(first ?? name)} ${from.getDate()} to ${capital(name)} ${last.getDate()}`;
      return { from, to: day(last, 1), words };
    },
  },
  {
    pattern: new RegExp(
      String.raw`\b(since|after|on|from) the (\d{1,2}) ?(?:st|nd|rd|th)${OF_MONTH}\b|\b(since|after|on) (${MONTHS.join("|")}) ${NTH}\b`,
      "u",
    ),
    span: ([, relation, date, name, other, month2, date2], now) => {
      const from = dayOfMonth(date ?? date2 ?? "", name ?? month2, now);
      const words = `${relation ?? other} ${capital(MONTHS[from.getMonth()] ?? "")} ${from.getDate()}`;
      return { from, to: (relation ?? other) === "on" ? day(from, 1) : null, words };
    },
  },
  {
    pattern: /\b(?:since|after|from) yesterday (morning|noon|lunch|afternoon|evening|night)\b/u,
    span: ([, part = ""], now) => ({
      from: new Date(day(now, -1).getTime() + (HOURS[part] ?? 0) * HOUR),
      to: null,
      words: `since yesterday ${part}`,
    }),
  },
  {
    pattern:
      /\bsince yesterday\b|\byesterday (?:and|or) today\b|\btoday (?:and|or) yesterday\b|\b(?:overnight|(?:(?:from|since|during) )?last night)\b/u,
    span: (_, now) => ({ from: day(now, -1), to: null, words: "since yesterday" }),
  },
  {
    pattern: /\btoday\b|\bso far today\b|\bthis (?:morning|afternoon|evening)\b/u,
    span: (_, now) => ({ from: day(now), to: null, words: "today" }),
  },
  {
    pattern: /\b(?:in |during |from |of |over |on |at )?(?:the |this |last |past )?weekend\b/u,
    span: (_, now) => ({ from: day(week(now), -2), to: week(now), words: "on the weekend" }),
  },
  { pattern: /\byesterday\b/u, span: (_, now) => ({ from: day(now, -1), to: day(now), words: "yesterday" }) },
  {
    pattern: /\b(?:in |during |from |of )?(?:the )?(this|last|previous) (week|month|quarter|year)\b/u,
    span: ([, which = "", unit = ""], now) => {
      const start = { week, month, quarter, year: wholeYear }[unit] ?? week;
      return which === "this"
        ? { from: start(now), to: null, words: `this ${unit}` }
        : { from: start(now, -1), to: start(now), words: `last ${unit}` };
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:in |over |within |during )?(?:the )?(?:last|past) ${NUMBER} (hour|h|day|week|month)s?\\b`,
      "u",
    ),
    span: ([, count = "", unit = ""], now) => lastOf(numberOf(count), unit, now),
  },
  {
    pattern: /\b(?:in |over |within |during )?(?:the )?(?:last|past) hour\b/u,
    span: (_, now) => lastOf(1, "hour", now),
  },
  {
    pattern: new RegExp(`\\b(?:since|on|from) (?:last )?(${WEEKDAYS.join("|")})\\b`, "u"),
    span: ([whole = "", name = ""], now) => weekdaySpan(whole, name, now),
  },
  {
    pattern: new RegExp(`\\b(?:in|during|of|from|since|to|with|and) (${MONTHS.join("|")})(?: (\\d{4}))?\\b`, "u"),
    span: ([whole = "", name = "", year], now) => monthSpan(whole, name, year, now),
  },
  {
    pattern: /\b(?:in|during|of|from|since) (2\d{3})\b/u,
    span: ([whole = "", year]) => yearSpan(whole, Number(year)),
  },
];

/** The time span in a question, and its position in `text`; null if there is none. */
export function findTimeSpan(text: string, now: Date): { span: TimeSpan; start: number; end: number } | null {
  for (const { pattern, span } of PHRASES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const found = span(match, now);
    if (found !== null) return { span: found, start: match.index, end: match.index + match[0].length };
  }
  return null;
}

/** Up to two time spans, as in "compare March with February". */
export function findTimeSpans(text: string, now: Date): TimeSpan[] {
  const first = findTimeSpan(text, now);
  if (first === null) return [];
  const rest = `${text.slice(0, first.start)}${"_".repeat(first.end - first.start)}${text.slice(first.end)}`;
  const other = findTimeSpan(rest, now);
  if (other === null) return [first.span];
  return first.start < other.start ? [first.span, other.span] : [other.span, first.span];
}

/** The start of the day that many days away. */
export function day(now: Date, days = 0): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

/** A day as dates are stored: "2026-01-31". */
export function localDay(at: Date): string {
  return at.toLocaleDateString("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });
}

/** The start of the week (Monday) that many weeks away. */
export function week(now: Date, weeks = 0): Date {
  const sinceMonday = (now.getDay() + 6) % 7;
  return day(now, 7 * weeks - sinceMonday);
}

/** The start of the month that many months away. */
export function month(now: Date, months = 0): Date {
  return new Date(now.getFullYear(), now.getMonth() + months);
}

/** The start of the quarter that many quarters away. */
export function quarter(now: Date, quarters = 0): Date {
  return new Date(now.getFullYear(), (Math.floor(now.getMonth() / 3) + quarters) * 3);
}

function wholeYear(now: Date, years = 0): Date {
  return new Date(now.getFullYear() + years, 0);
}

export function numberOf(word: string): number {
  const index = NUMBERS.indexOf(word);
  return index < 0 ? Number(word) : index + 1;
}

function lastOf(count: number, unit: string, now: Date): TimeSpan | null {
  if (count < 1) return null;
  if (unit === "h") return lastOf(count, "hour", now);
  const words = `in the last ${count === 1 ? unit : `${count} ${unit}s`}`;
  if (unit === "hour") return { from: new Date(now.getTime() - count * HOUR), to: null, words };
  if (unit === "month") {
    return { from: new Date(now.getFullYear(), now.getMonth() - count, now.getDate()), to: null, words };
  }
  return { from: day(now, -count * (unit === "week" ? 7 : 1)), to: null, words };
}

function weekdaySpan(whole: string, name: string, now: Date): TimeSpan {
  const back = (now.getDay() - WEEKDAYS.indexOf(name) + 7) % 7 || (whole.includes("last ") ? 7 : 0);
  const from = day(now, -back);
  const spoken = capital(name);
  if (whole.startsWith("on")) return { from, to: day(now, -back + 1), words: `on ${spoken}` };
  return { from, to: null, words: `since ${spoken}` };
}

/** A month without a year is the latest one that has begun. */
function monthSpan(whole: string, name: string, year: string | undefined, now: Date): TimeSpan {
  const index = MONTHS.indexOf(name);
  const which = year === undefined ? now.getFullYear() - (index > now.getMonth() ? 1 : 0) : Number(year);
  const from = new Date(which, index);
  if (whole.startsWith("since")) return { from, to: null, words: `since ${capital(name)} ${which}` };
  return { from, to: new Date(which, index + 1), words: `in ${capital(name)} ${which}` };
}

function yearSpan(whole: string, which: number): TimeSpan {
  const from = new Date(which, 0);
  if (whole.startsWith("since")) return { from, to: null, words: `since ${which}` };
  return { from, to: new Date(which + 1, 0), words: `in ${which}` };
}
