import { countOf } from "#server/assistant/understanding/field-values.ts";
import { day, localDay, PHRASES, type Days, type Way } from "#server/assistant/understanding/time-span.ts";

/** The days that a text begins with, both inclusive and open-ended without one of them. */
export interface DayRange {
  min?: string;
  max?: string;
  /** The number of words read. */
  words: number;
}

const RELATION =
  /^(?:(?:that|which|who|what|is|are|was|were|be|due|up|ends?|ending|expires?|expiring|falls?|comes?|coming up|runs?|running|out|finish\w*|over) )*(?<relation>on or before|on or after|before|prior to|earlier than|until|till|by|up to|no later than|after|later than|since|from|starting|within|between|in|during|on|at|of)? ?(?:the )?/u;
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
  const first = daysIn(text.slice(start), now, relation === "since" ? "past" : "future");
  if (first === null) return null;
  const end = start + first.length;
  const [between] = /^ (?:and|to|until|till) (?:the )?/u.exec(text.slice(end)) ?? [];
  const second = between === undefined ? null : daysIn(text.slice(end + between.length), now, "future");
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

const STARTS = PHRASES.map(({ said, read }) => ({ pattern: new RegExp(String.raw`^(?:${said})\b`, "u"), read }));

export function daysIn(text: string, now: Date, way: Way): (Days & { length: number }) | null {
  for (const { pattern, read } of STARTS) {
    const match = pattern.exec(text);
    const found = match === null ? null : read([...match], now, way);
    if (match !== null && found !== null) return { ...found, length: match[0].length };
  }
  return null;
}
