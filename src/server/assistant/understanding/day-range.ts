import {
  day,
  localDay,
  month,
  MONTHS,
  NUMBER,
  numberOf,
  quarter,
  week,
  WEEKDAYS,
} from "#server/assistant/understanding/time-span.ts";

/** The days that a text begins with, both inclusive and open-ended without one of them. */
export interface DayRange {
  min?: string;
  max?: string;
  /** The number of words read. */
  words: number;
}

interface Days {
  from: Date;
  /** Exclusive. */
  to: Date;
  length: number;
}

const MONTH = `(${MONTHS.join("|")})`;
const NTH = String.raw`(\d{1,2})(?: (?:st|nd|rd|th))?`;
const SOON_DAYS = 31;
const STARTS = { week, month, quarter } as const;

const RELATION =
  /^(?:(?:is|are|was|were|be|due|up|ends?|ending|expires?|expiring|falls?|comes?|coming up) )*(?<relation>on or before|on or after|before|prior to|earlier than|until|till|by|up to|no later than|after|later than|since|from|starting|within|between|in|during|on|at|of)? ?(?:the )?/u;
const PAST =
  /^(?:(?:that|which|is|are|was|were|has|have|been|already) )*(?:overdue|over|expired|passed|ended|in the past)\b/u;
const FUTURE = /^(?:(?:is|are) )*(?:in the future|upcoming|still to come)\b/u;

/** Reads the days that a text begins with: "before March", "is next week", "2026 01 31". Null for anything else. */
export function readDays(text: string, now: Date): DayRange | null {
  const past = PAST.exec(text)?.[0];
  if (past !== undefined) return { max: localDay(day(now, -1)), words: countOf(past) };
  const future = FUTURE.exec(text)?.[0];
  if (future !== undefined) return { min: localDay(now), words: countOf(future) };
  const match = RELATION.exec(text);
  const relation = match?.groups?.["relation"] ?? "";
  const start = match?.[0].length ?? 0;
  const first = daysIn(text.slice(start), now, relation === "since");
  if (first === null) return null;
  const end = start + first.length;
  const [between] = /^ (?:and|to|until|till) (?:the )?/u.exec(text.slice(end)) ?? [];
  const second = between === undefined ? null : daysIn(text.slice(end + between.length), now, false);
  if (between !== undefined && second !== null && /^(?:between|from)$/u.test(relation)) {
    return {
      min: localDay(first.from),
      max: lastOf(second),
      words: countOf(text.slice(0, end + between.length + second.length)),
    };
  }
  return { ...ranged(relation, first), words: countOf(text.slice(0, end)) };
}

function ranged(relation: string, days: Days): Omit<DayRange, "words"> {
  if (/^(?:before|prior to|earlier than)$/u.test(relation)) return { max: localDay(day(days.from, -1)) };
  if (/^(?:until|till|by|up to|no later than|on or before)$/u.test(relation)) return { max: lastOf(days) };
  if (/^(?:after|later than)$/u.test(relation)) return { min: localDay(days.to) };
  if (/^(?:since|from|starting|on or after)$/u.test(relation)) return { min: localDay(days.from) };
  return { min: localDay(days.from), max: lastOf(days) };
}

function lastOf({ to }: Days): string {
  return localDay(day(to, -1));
}

function countOf(text: string): number {
  return text.trim().split(" ").length;
}

type Reader = (match: RegExpExecArray, now: Date, isPast: boolean) => Omit<Days, "length"> | null;

const PHRASES: readonly (readonly [RegExp, Reader])[] = [
  [/^today\b/u, (_, now) => span(day(now), 1)],
  [/^tomorrow\b/u, (_, now) => span(day(now, 1), 1)],
  [/^yesterday\b/u, (_, now) => span(day(now, -1), 1)],
  [/^(?:soon|shortly)\b/u, (_, now) => span(day(now), SOON_DAYS)],
  [
    /^(?:end of )?(?:the )?(?<which>this|next|coming|last|previous) (?<unit>week|month|quarter|year)\b/u,
    ({ groups }, now) => {
      const away = { this: 0, next: 1, coming: 1, last: -1, previous: -1 }[groups?.["which"] ?? "this"] ?? 0;
      return unitOf(groups?.["unit"] ?? "", now, away);
    },
  ],
  [
    /^end of (?:the )?(?<unit>week|month|quarter|year)\b/u,
    ({ groups }, now) => span(day(unitOf(groups?.["unit"] ?? "", now, 0).to, -1), 1),
  ],
  [
    new RegExp(`^(?:(next|coming|last|past) )?${NUMBER} (day|week|month|year)s?\\b`, "u"),
    ([, which = "next", count = "", unit = ""], now) => {
      const isBack = which === "last" || which === "past";
      const far = moved(now, numberOf(count) * (isBack ? -1 : 1), unit);
      return isBack ? { from: far, to: day(now, 1) } : { from: day(now), to: day(far, 1) };
    },
  ],
  [/^(\d{4}) (\d{1,2}) (\d{1,2})\b/u, ([, y, m, d]) => dateOf(y, m, d)],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/u, ([, d, m, y]) => dateOf(y, m, d)],
  [
    /^(\d{1,2}) (\d{1,2}) (\d{4})\b/u,
    ([, one, other, y]) => (Number(one) > 12 ? dateOf(y, other, one) : dateOf(y, one, other)),
  ],
  [
    new RegExp(`^${MONTH} ${NTH}(?: (\\d{4}))?\\b`, "u"),
    ([, name, d, y], now, isPast) => named(name, y, now, isPast, d),
  ],
  [
    new RegExp(`^${NTH}(?: of)? ${MONTH}(?: (\\d{4}))?\\b`, "u"),
    ([, d, name, y], now, isPast) => named(name, y, now, isPast, d),
  ],
  [
    new RegExp(`^(?:end of )?${MONTH}(?: (\\d{4}))?\\b`, "u"),
    ([, name, y], now, isPast) => named(name, y, now, isPast),
  ],
  [
    new RegExp(`^(?:next |this |coming )?(${WEEKDAYS.join("|")})\\b`, "u"),
    ([, name = ""], now) => span(day(now, (WEEKDAYS.indexOf(name) - now.getDay() + 7) % 7), 1),
  ],
  [
    /^q([1-4])(?: (\d{4}))?\b/u,
    ([, q, y], now) => {
      const from = new Date(y === undefined ? now.getFullYear() : Number(y), (Number(q) - 1) * 3);
      return { from, to: month(from, 3) };
    },
  ],
  [/^([12]\d{3})\b(?! \d{1,2} \d)/u, ([, y]) => ({ from: new Date(Number(y), 0), to: new Date(Number(y) + 1, 0) })],
];

function daysIn(text: string, now: Date, isPast: boolean): Days | null {
  for (const [pattern, read] of PHRASES) {
    const match = pattern.exec(text);
    const days = match === null ? null : read(match, now, isPast);
    if (match !== null && days !== null) return { ...days, length: match[0].length };
  }
  return null;
}

function span(from: Date, days: number): Omit<Days, "length"> {
  return { from, to: day(from, days) };
}

function unitOf(unit: string, now: Date, away: number): Omit<Days, "length"> {
  if (unit === "year") {
    return { from: new Date(now.getFullYear() + away, 0), to: new Date(now.getFullYear() + away + 1, 0) };
  }
  const start = STARTS[unit as keyof typeof STARTS];
  return { from: start(now, away), to: start(now, away + 1) };
}

function moved(now: Date, count: number, unit: string): Date {
  if (unit === "year") return new Date(now.getFullYear() + count, now.getMonth(), now.getDate());
  if (unit === "month") return new Date(now.getFullYear(), now.getMonth() + count, now.getDate());
  return day(now, count * (unit === "week" ? 7 : 1));
}

/** Null for a day that no month has. */
function dateOf(y: string | undefined, m: string | undefined, d: string | undefined): Omit<Days, "length"> | null {
  const at = new Date(Number(y), Number(m) - 1, Number(d));
  return at.getMonth() === Number(m) - 1 && at.getDate() === Number(d) ? span(at, 1) : null;
}

/** A month or one of its days; without a year the next one, or the last one that has begun. */
function named(
  name: string | undefined,
  y: string | undefined,
  now: Date,
  isPast: boolean,
  d?: string,
): Omit<Days, "length"> | null {
  const index = MONTHS.indexOf(name ?? "");
  const isOver = index < now.getMonth();
  const isAhead = index > now.getMonth();
  const usual = now.getFullYear() + (isPast ? (isAhead ? -1 : 0) : isOver ? 1 : 0);
  const which = y === undefined ? usual : Number(y);
  if (d !== undefined) return dateOf(String(which), String(index + 1), d);
  return { from: new Date(which, index), to: new Date(which, index + 1) };
}
