import { HOUR } from "#shared/durations.ts";
import { userTimeZone, calendarOf, startOfDate } from "#server/assistant/words/local-time.ts";
import { capital } from "#server/assistant/words/say.ts";
import { dayIn } from "#server/features/reports/content/zoned-words.ts";

/** A time span from `from` (inclusive) to `to` (exclusive); open-ended without `to`. */
export interface TimeSpan {
  from: Date;
  to: Date | null;
  /** In words, for an answer: "this week", "in the last 3 days". */
  words: string;
}

export const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** A small number, as digits or a word. */
export const NUMBER = `(\\d{1,3}|${NUMBERS.join("|")})`;
const MONTH = `(${MONTHS.join("|")})`;
const NTH = String.raw`(\d{1,2})(?: ?(?:st|nd|rd|th|er))?`;
const SOON_DAYS = 31;
const NAMED_DAYS: Readonly<Record<string, string>> = {
  "christmas eve": "24 december",
  christmas: "25 december",
  xmas: "25 december",
  "new year eve": "31 december",
  "new year": "1 january",
};
/** Before dates and weekdays; "from" begins a span there, unlike in "from March". */
const DATED = "since|after|from|on|before|until";
/** "Le 25 novembre", "vom 25.11."; "the 2nd" may be the second of a list. */
const DATED_WITH_MONTH = `${DATED}|of|the`;
export const OPENING = "since|after";

export const HOURS: Readonly<Record<string, number>> = {
  morning: 6,
  noon: 12,
  lunch: 12,
  afternoon: 12,
  evening: 18,
  night: 20,
};

/** Days and weeks are in the time zone of the person who asks; weeks start on Monday (ISO 8601). */
const STARTS: Readonly<Record<string, (now: Date, away?: number) => Date>> = {
  day,
  week,
  month,
  quarter,
  year: (now, years = 0) => startOfDate(calendarOf(now).year + years, 0),
};

/** Days that words name, with what an answer calls them. */
export interface Days {
  from: Date;
  to: Date;
  words: string;
  isGoingOn?: boolean;
}

/** Leads came in the past, and next steps are due in the future. */
export type Way = "past" | "future";

interface Phrase {
  /** The source of a pattern. */
  said: string;
  read: (match: readonly (string | undefined)[], now: Date, way: Way) => Days | null;
  /** What comes before its words in an answer. */
  at?: "in" | "on";
  /** One of these must come before it in a question about the past. */
  after?: string;
  /** After these, it is where the span begins. */
  opening?: string;
}

/** "The first half of November", "late October" */
const PART =
  "(first half|second half|first week|last week|early|beginning|start|mid|middle|late|end)(?: of| in)?(?: the)?";
const PARTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  "first half": [1, 16],
  "second half": [16, 32],
  "first week": [1, 8],
  early: [1, 11],
  beginning: [1, 11],
  start: [1, 11],
  mid: [11, 21],
  middle: [11, 21],
};
const LAST_PART = [21, 32] as const;

function partOfMonth(part: string, { from, to }: Pick<Days, "from" | "to">, now: Date): Days {
  const [first, end] = part === "last week" ? [calendarOf(day(to, -7)).date, 32] : (PARTS[part] ?? LAST_PART);
  const [start, until] = [day(from, first - 1), new Date(Math.min(day(from, end - 1).getTime(), to.getTime()))];
  return { from: start, to: until, words: betweenWords(start, until, now) };
}

export function betweenWords(from: Date, to: Date, now: Date): string {
  const [first, last] = [dateWords(from, now), dateWords(day(to, -1), now)];
  return last === first ? `on ${last}` : `from ${first} to ${last}`;
}

/** Names that are no other word. */
const BARE_MONTHS = MONTHS.filter((name) => name !== "march" && name !== "may").join("|");

function monthNamed(name: string, y: string | undefined, now: Date, way: Way): Days {
  const index = MONTHS.indexOf(name);
  const today = calendarOf(now);
  const away = way === "past" ? -Number(index > today.month) : Number(index < today.month);
  const year = y === undefined ? today.year + away : Number(y);
  const from = startOfDate(year, index);
  return { from, to: month(from, 1), words: `${capital(name)} ${year}` };
}

const ofDate = (said: string, read: Phrase["read"], after = DATED_WITH_MONTH): Phrase => ({
  said,
  read,
  at: "on",
  after,
  opening: `${OPENING}|from`,
});

/** The first that a text has is what it means. */
export const PHRASES: readonly Phrase[] = [
  {
    said: `week (?:of|starting|beginning|from|around)(?: the)? (?:${MONTH} ${NTH}|${NTH}(?: of)? ${MONTH})`,
    read: ([, first, one, other, second], now, way) => {
      const on = dayOfMonth(one ?? other, first ?? second, undefined, now, way);
      if (on === null) return null;
      const from = week(on.from);
      return { from, to: day(from, 7), words: betweenWords(from, day(from, 7), now) };
    },
  },
  {
    said: String.raw`(?<!\b(?:an?|per|each|every|this|last|next|past|previous|coming) )(?:week|cw|kw) ?(?:number |no |nr )?(\d{1,2})(?:(?: of)? (\d{4}))?`,
    read: ([, n, y], now, way) => {
      const { year } = calendarOf(now);
      // Week 1 has January 4 (ISO 8601).
      const inYear = (one: number): Date => week(startOfDate(one, 0, 4), Number(n) - 1);
      const away = way === "past" ? -Number(inYear(year) > now) : Number(day(inYear(year), 7) <= now);
      const from = inYear(y === undefined ? year + away : Number(y));
      return { from, to: day(from, 7), words: betweenWords(from, day(from, 7), now) };
    },
  },
  {
    said: `${PART} (?:${MONTH}(?: (\\d{4}))?|(this|last) month)`,
    read: ([, part = "", name, y, which], now, way) => {
      const from = month(now, which === "last" ? -1 : 0);
      return partOfMonth(part, name === undefined ? { from, to: month(from, 1) } : monthNamed(name, y, now, way), now);
    },
  },
  {
    said: `(?:${NUMBER}|an?) (day|week|month|year)s? ago`,
    read: ([, count = "one", unit = ""], now, way) => {
      const [from, to] = [startOf(unit, now, -numberOf(count)), startOf(unit, now, 1 - numberOf(count))];
      return way === "future" ? null : { from, to, words: betweenWords(from, to, now) };
    },
  },
  {
    said: "lately|of late|these days",
    read: (_, now, way) =>
      way === "future" ? null : { from: day(now, -14), to: day(now, 1), words: "in the last 2 weeks", isGoingOn: true },
  },
  ofDate(String.raw`(\d{4}) (\d{1,2}) (\d{1,2})`, ([, y, m, d], now) => dateOf(y, m, d, now)),
  ofDate(
    String.raw`(\d{1,2})[. ](\d{1,2})(?:[. ](\d{4}))?(?![. ]?\d| (?:points?|leads?|(?:minute|hour|day|week|month|year)s?)\b)`,
    ([whole = "", one, other, y], now, way) => {
      const [d, m] = whole.includes(".") || Number(one) > 12 ? [one, other] : [other, one];
      return dayOfMonth(d, MONTHS[Number(m) - 1] ?? "", y, now, way);
    },
  ),
  ofDate(String.raw`${MONTH} ${NTH}(?: (\d{4}))?`, ([, name, d, y], now, way) => dayOfMonth(d, name, y, now, way)),
  ofDate(String.raw`${NTH}(?: of)? ${MONTH}(?: (\d{4}))?`, ([, d, name, y], now, way) =>
    dayOfMonth(d, name, y, now, way),
  ),
  ofDate("(christmas eve|christmas|xmas|new years? eve|new years?)(?: day)?", ([, name = ""], now, way) => {
    const [d = "", of] = (NAMED_DAYS[name.replace("years", "year")] ?? "").split(" ");
    return dayOfMonth(d, of, undefined, now, way);
  }),
  ofDate(
    String.raw`(\d{1,2}) ?(?:st|nd|rd|th)`,
    ([, d], now, way) => dayOfMonth(d, undefined, undefined, now, way),
    DATED,
  ),
  {
    said: String.raw`q([1-4])(?: (\d{4}))?`,
    at: "in",
    read: ([, which = "", y], now, way) => {
      const first = (Number(which) - 1) * 3;
      const today = calendarOf(now);
      // Without a year, it's the latest that has begun.
      const year = y === undefined ? today.year - Number(way === "past" && first > today.month) : Number(y);
      const from = startOfDate(year, first);
      return { from, to: quarter(from, 1), words: `Q${which} ${year}` };
    },
  },
  {
    said: "(?:so far )?today|this (?:morning|afternoon|evening)",
    read: (_, now) => ({ ...dated(day(now), 1, "today"), isGoingOn: true }),
  },
  { said: "tomorrow", read: (_, now, way) => (way === "past" ? null : dated(day(now, 1), 1, "tomorrow")) },
  {
    said: "(?:this |last |past |next )?weekend",
    at: "on",
    read: ([said = ""], now, way) => {
      const isNow = calendarOf(now).weekday % 6 === 0 && !/\b(?:last|past)\b/u.test(said);
      return dated(day(week(now), way === "past" && !isNow ? -2 : 5), 2, "the weekend");
    },
  },
  { said: "day before yesterday", read: (_, now) => dated(day(now, -2), 1, "the day before yesterday") },
  { said: "yesterday", read: (_, now) => dated(day(now, -1), 1, "yesterday") },
  { said: "soon|shortly", read: (_, now, way) => (way === "past" ? null : dated(day(now), SOON_DAYS, "soon")) },
  {
    said: "(week|month|quarter|year) before last",
    read: ([, unit = ""], now) => {
      const [from, to] = [startOf(unit, now, -2), startOf(unit, now, -1)];
      return { from, to, words: `the ${unit} before last` };
    },
  },
  {
    said: "(?:end of )?(?:the )?(this|next|coming|last|previous) (week|month|quarter|year)",
    read: ([, which = "", unit = ""], now, way) => {
      const away = { this: 0, last: -1, previous: -1 }[which] ?? 1;
      if (way === "past" && away > 0) return null;
      const [from, to] = [startOf(unit, now, away), startOf(unit, now, away + 1)];
      return { from, to, words: `${away === 0 ? "this" : "last"} ${unit}`, isGoingOn: away === 0 };
    },
  },
  {
    said: "end of (?:the )?(week|month|quarter|year)",
    read: ([, unit = ""], now, way) => (way === "past" ? null : dated(day(startOf(unit, now, 1), -1), 1, "the end")),
  },
  {
    said: `(?:last|past) (?:${NUMBER} (hour|h|day|week|month|year)s?|(hour|h|day|week|month|year))`,
    at: "in",
    read: ([, count = "one", many, one = many], now) => {
      const unit = one === "h" ? "hour" : (one ?? "");
      const n = numberOf(count);
      const words = `the last ${n === 1 ? unit : `${n} ${unit}s`}`;
      return n < 1 ? null : { from: moved(now, -n, unit), to: day(now, 1), words, isGoingOn: true };
    },
  },
  {
    said: `(?:(?:next|coming) )?${NUMBER} (day|week|month|year)s?`,
    read: ([, count = "", unit = ""], now, way) =>
      way === "past" ? null : { from: day(now), to: day(moved(now, numberOf(count), unit), 1), words: "" },
  },
  { said: `(last|next|this|coming) (${WEEKDAYS.join("|")})`, at: "on", opening: `${OPENING}|from`, read: weekday },
  ofDate(`()(${WEEKDAYS.join("|")})`, weekday, DATED),
  {
    said: String.raw`${MONTH}(?: (\d{4}))?`,
    at: "in",
    after: "in|during|of|for|from|since|after|before|until|to|with|and|than|vs|versus|against|this|last|all",
    read: ([, name = "", y], now, way) => monthNamed(name, y, now, way),
  },
  {
    said: String.raw`(${BARE_MONTHS})(?: (\d{4}))?`,
    at: "in",
    read: ([, name = "", y], now, way) => monthNamed(name, y, now, way),
  },
  {
    said: String.raw`([12]\d{3})(?! \d{1,2} \d)`,
    at: "in",
    after: "in|during|of|from|since|after|before|until",
    read: ([, y = ""], _, way) =>
      way === "past" && y < "2000"
        ? null
        : { from: startOfDate(Number(y), 0), to: startOfDate(Number(y) + 1, 0), words: y },
  },
];

/** The same time before a span: "and the week before?" */
export function spanBefore({ from, words }: TimeSpan, said: string): TimeSpan {
  const [unit = "day"] =
    /\b(?:day|week|month|quarter|year)\b/u.exec(said) ?? /week|month|quarter|year/u.exec(words) ?? [];
  // Before "since the 25th", and that is said without a unit
  if (words.startsWith("since ") && said.endsWith("that"))
    return { from: new Date(0), to: from, words: `before ${dateWords(from, from)}` };
  const start = (STARTS[unit] ?? day)(from, -1);
  return { from: start, to: from, words: betweenWords(start, from, from) };
}

/** As a filter of when leads arrived. */
export function filterOfSpan({ from, to }: Pick<TimeSpan, "from" | "to">): { from: string; to?: string } {
  return { from: from.toISOString(), ...(to !== null && { to: to.toISOString() }) };
}

/** Whether a stored time is in a span. */
export function isInSpan(at: string, span: TimeSpan): boolean {
  const { from, to } = filterOfSpan(span);
  return at >= from && (to === undefined || at < to);
}

/** The start of the day that many days away. */
export function day(now: Date, days = 0): Date {
  const today = calendarOf(now);
  return startOfDate(today.year, today.month, today.date + days);
}

/** A day as dates are stored: "2026-01-31". */
export function localDay(at: Date): string {
  return dayIn(at, userTimeZone());
}

/** The start of the week (Monday) that many weeks away. */
export function week(now: Date, weeks = 0): Date {
  const sinceMonday = (calendarOf(now).weekday + 6) % 7;
  return day(now, 7 * weeks - sinceMonday);
}

/** The start of the month that many months away. */
export function month(now: Date, months = 0): Date {
  const today = calendarOf(now);
  return startOfDate(today.year, today.month + months);
}

/** The start of the quarter that many quarters away. */
export function quarter(now: Date, quarters = 0): Date {
  const today = calendarOf(now);
  return startOfDate(today.year, (Math.floor(today.month / 3) + quarters) * 3);
}

function startOf(unit: string, now: Date, away: number): Date {
  return (STARTS[unit] ?? week)(now, away);
}

export function numberOf(word: string): number {
  const index = NUMBERS.indexOf(word);
  return index < 0 ? Number(word) : index + 1;
}

function dated(from: Date, count: number, words: string): Days {
  return { from, to: day(from, count), words };
}

function weekday([, which, name = ""]: readonly (string | undefined)[], now: Date, way: Way): Days {
  const away = WEEKDAYS.indexOf(name) - calendarOf(now).weekday;
  const back = (7 - away) % 7 || (which === "last" ? 7 : 0);
  return dated(day(now, way === "past" ? -back : (away + 7) % 7), 1, capital(name));
}

/** As long before or after now; days begin at midnight, and a month without the day ends with its last. */
export function moved(now: Date, count: number, unit: string): Date {
  if (unit === "hour") return new Date(now.getTime() + count * HOUR);
  if (unit !== "month" && unit !== "year") return day(now, count * (unit === "week" ? 7 : 1));
  const first = month(now, unit === "year" ? 12 * count : count);
  return day(first, Math.min(calendarOf(now).date, calendarOf(day(month(first, 1), -1)).date) - 1);
}

/** "May 3", with the year if it isn't the year of `now`. */
export function dateWords(at: Date, now: Date): string {
  const { year, month: index, date } = calendarOf(at);
  const words = `${capital(MONTHS[index] ?? "")} ${date}`;
  return year === calendarOf(now).year ? words : `${words}, ${year}`;
}

/** Null for a day that no month has. */
export function dateOf(
  y: string | number | undefined,
  m: string | number | undefined,
  d: string | undefined,
  now: Date,
): Days | null {
  const at = startOfDate(Number(y), Number(m) - 1, Number(d));
  const shown = calendarOf(at);
  return shown.month === Number(m) - 1 && shown.date === Number(d) ? dated(at, 1, dateWords(at, now)) : null;
}

/** Without a year, or a month, the latest day that has begun, or the next. */
export function dayOfMonth(d = "", name: string | undefined, y: string | undefined, now: Date, way: Way): Days | null {
  const today = calendarOf(now);
  const index = name === undefined ? today.month : MONTHS.indexOf(name);
  const at = startOfDate(today.year, index, Number(d));
  const away = way === "past" ? -Number(at > now) : Number(at < day(now));
  if (name !== undefined) return dateOf(y ?? today.year + away, index + 1, d, now);
  const inMonth = (months: number): Days | null => {
    const first = calendarOf(month(now, months));
    return dateOf(first.year, first.month + 1, d, now);
  };
  // Of two months in a row, one has 31 days.
  return inMonth(away) ?? inMonth(away + (way === "past" ? -1 : 1));
}
