import { calendarOf } from "#server/assistant/words/local-time.ts";
import { HOUR } from "#shared/durations.ts";
import {
  betweenWords,
  dateOf,
  dateWords,
  day,
  dayOfMonth,
  HOURS,
  moved,
  NUMBER,
  numberOf,
  OPENING,
  PHRASES,
  type Days,
  type TimeSpan,
  WEEKDAYS,
} from "#server/assistant/understanding/time-span.ts";
import { daysIn } from "#server/assistant/understanding/day-range.ts";
import { capital } from "#server/assistant/words/say.ts";

type Reader = (match: RegExpExecArray, now: Date) => TimeSpan | null;

/** Before a time span: "since the", "in". */
const USUAL = "since|after|before|until|in|during|of|for|from|over|within|on|at";

/** What only a question about the past says, then the phrases above. */
const PAST: readonly (readonly [RegExp, Reader])[] = [
  [
    new RegExp(
      String.raw`\b(?:older than|more than|over|for more than) (?:${NUMBER}|an?) (day|week|month)s?(?: (?:old|ago))?\b`,
      "gu",
    ),
    ([, count = "one", unit = ""], now) => {
      const to = moved(now, -numberOf(count), unit);
      return { from: new Date(0), to, words: `before ${dateWords(to, now)}` };
    },
  ],
  // "Depuis le 20"
  [
    /\b(since|on) (?:the )?(\d{1,2})(?=$| (?:and|or|by|from|with|only|that|who|via)\b)/gu,
    ([, relation, d], now) => {
      const on = dayOfMonth(d, undefined, undefined, now, "past");
      if (on === null || relation === "on") return on === null ? null : { ...on, words: `on ${on.words}` };
      return { from: on.from, to: null, words: `since ${on.words}` };
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:(since|after|from|in|on|during) )?(?:last )?(yesterday|${WEEKDAYS.join("|")}) (morning|noon|lunch|afternoon|evening|night)\b`,
      "gu",
    ),
    ([, relation = "", name = "", part = ""], now) => {
      const on = day(now, name === "yesterday" ? -1 : -((7 + calendarOf(now).weekday - WEEKDAYS.indexOf(name)) % 7));
      const at = (hours: number): Date => new Date(on.getTime() + hours * HOUR);
      const [from, to] = [at(HOURS[part] ?? 0), at(part === "morning" ? 12 : /night|evening/u.test(part) ? 24 : 18)];
      const said = `${name === "yesterday" ? name : capital(name)} ${part}`;
      if (/^(?:since|after|from)$/u.test(relation)) return { from, to: null, words: `since ${said}` };
      return { from, to, words: name === "yesterday" ? said : `on ${said}` };
    },
  ],
  [
    /\b(?:since|after) (?:(?:the )?(noon|lunch|midday)|(\d|1[0-2]) (am|pm))(?: (today|yesterday))?\b/gu,
    ([, part, hour, half, name = "today"], now) => {
      const hours = part === undefined ? (Number(hour) % 12) + (half === "pm" ? 12 : 0) : 12;
      const on = day(now, name === "yesterday" ? -1 : 0);
      const words = `since ${part ?? `${hour} ${half}`} ${name}`;
      return { from: new Date(on.getTime() + hours * HOUR), to: null, words };
    },
  ],
  [
    /\byesterday (?:and|or) today\b|\btoday (?:and|or) yesterday\b|\b(?:overnight|(?:(?:from|since|during) )?last night)\b/gu,
    (_, now) => ({ from: day(now, -1), to: null, words: "since yesterday" }),
  ],
  ...PHRASES.map(({ said, read, at, after, opening = OPENING }): readonly [RegExp, Reader] => [
    new RegExp(String.raw`\b(?:(${after ?? USUAL}) )${after === undefined ? "?" : ""}(?:the )?(?:${said})\b`, "gu"),
    ([whole = "", relation = "", ...groups], now) => {
      const found = read([whole, ...groups], now, "past");
      if (found === null) return null;
      const { from, to, words, isGoingOn } = found;
      // Of "from November 9 to November 15", it's the first day.
      const start = words.replace(/^from (.+) to .+|^on /u, "$1");
      if (relation === "after")
        return { from: to, to: null, words: `after ${words.replace(/^from .+ to |^on /u, "")}` };
      if (opening.split("|").includes(relation)) return { from, to: null, words: `since ${start}` };
      if (relation === "before" || relation === "until")
        return {
          from: new Date(0),
          to: relation === "before" ? from : to,
          words: `${relation} ${relation === "before" ? start : words}`,
        };
      return { from, to: isGoingOn === true ? null : to, words: at === undefined ? words : `${at} ${words}` };
    },
  ]),
];

interface Found {
  span: TimeSpan;
  start: number;
  end: number;
}

const BARE_DAY = /^(\d{1,2})( ?(?:st|nd|rd|th|er))?(?= |$)/u;
const LONGEST_DAY = 25 * HOUR;

/**
 * "From the 3rd to June 9", "2026 11 01 to 2026 11 15"; a day without a month is in that of the other. What is
 * compared, such as "from October to November", is no range.
 */
function findRange(text: string, now: Date, isCompared: boolean): Found | null {
  for (const { 0: joint, index } of text.matchAll(/ (?:to|until|till|and|in) (?:the )?/gu)) {
    const rest = text.slice(index + joint.length);
    const [right, other] = [daysIn(rest, now, "past"), BARE_DAY.exec(rest)];
    const words = text.slice(0, index).split(" ");
    for (const length of [3, 2, 1]) {
      const said = words.slice(-length).join(" ");
      const before = words.slice(0, -length).join(" ");
      const [bare, left] = [BARE_DAY.exec(said), daysIn(said, now, "past")];
      const isBare = bare?.[0] === said;
      const whole = left?.length === said.length ? left : null;
      const last = right ?? (isBare || whole === null ? null : inMonthOf(whole, other, now));
      const first = isBare ? inMonthOf(last, bare, now) : whole;
      if (first === null || last === null || first.from >= last.from) continue;
      const [opening = ""] = /(?:^| )(?:between|from|of)(?: the)?$/u.exec(before) ?? [];
      const isNth = isBare && bare[2] !== undefined;
      const isOfDays = [first, last].every(({ from, to }) => to.getTime() - from.getTime() <= LONGEST_DAY);
      const isClear = isNth || (!isBare && isOfDays && !isCompared && !/and|in/u.test(joint));
      if (opening === "" ? !isClear : isCompared && !isOfDays) continue;
      const start = before.length - opening.trimStart().length + Number(opening === "" && before !== "");
      const end = index + joint.length + (right?.length ?? other?.[0].length ?? 0);
      return { span: { from: first.from, to: last.to, words: betweenWords(first.from, last.to, now) }, start, end };
    }
  }
  return null;
}

function inMonthOf(on: Days | null, bare: RegExpExecArray | null, now: Date): Days | null {
  const { year, month } = calendarOf(on?.from ?? now);
  return on === null || bare === null ? null : dateOf(year, month + 1, bare[1], now);
}

/** The time span in a question, and its position in `text`; null if there is none. */
export function findTimeSpan(text: string, now: Date, isCompared = false): Found | null {
  const range = findRange(text, now, isCompared);
  if (range !== null) return range;
  for (const [pattern, read] of PAST) {
    for (const match of text.matchAll(pattern)) {
      const span = read(match, now);
      if (span !== null) return { span, start: match.index, end: match.index + match[0].length };
    }
  }
  return null;
}

/** Up to two time spans, as in "compare March with February". */
export function findTimeSpans(text: string, now: Date): TimeSpan[] {
  const first = findTimeSpan(text, now, true);
  if (first === null) return [];
  const rest = `${text.slice(0, first.start)}${"_".repeat(first.end - first.start)}${text.slice(first.end)}`;
  const other = findTimeSpan(rest, now, true);
  if (other === null) return [first.span];
  return first.start < other.start ? [first.span, other.span] : [other.span, first.span];
}
