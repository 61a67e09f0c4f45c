import { calendarOf } from "#server/assistant/words/local-time.ts";
import { HOUR } from "#shared/durations.ts";
import {
  dateOf,
  dateWords,
  day,
  dayOfMonth,
  HOURS,
  MONTH,
  moved,
  NTH,
  NUMBER,
  numberOf,
  OPENING,
  PHRASES,
  type TimeSpan,
  WEEKDAYS,
} from "#server/assistant/understanding/time-span.ts";
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
  [
    new RegExp(
      String.raw`\b(?:(?:between|from) (?:the )?${NTH}(?:(?: of)? ${MONTH})? (?:and|to|until|till) (?:the )?${NTH}(?: of)? ${MONTH}|(\d{1,2}) ?(?:st|nd|rd|th) (?:to|until|till|and) (?:the )?(\d{1,2}) ?(?:st|nd|rd|th))\b`,
      "gu",
    ),
    ([, one, first, other, name, nth, last], now) => {
      const end = dayOfMonth(other ?? last, name, undefined, now, "past");
      const from =
        end !== null && first === undefined
          ? dateOf(calendarOf(end.from).year, calendarOf(end.from).month + 1, one ?? nth, now)
          : dayOfMonth(one, first, undefined, now, "past");
      return from === null || end === null
        ? null
        : { from: from.from, to: end.to, words: `from ${from.words} to ${end.words}` };
    },
  ],
  [
    new RegExp(String.raw`\b(?:between|from) ${MONTH} ${NTH} (?:and|to|until|till) (?:${MONTH} )?${NTH}(?!\d)`, "gu"),
    ([, first, one, last = first, other], now) => {
      const [from, end] = [
        dayOfMonth(one, first, undefined, now, "past"),
        dayOfMonth(other, last, undefined, now, "past"),
      ];
      return from === null || end === null
        ? null
        : { from: from.from, to: end.to, words: `from ${from.words} to ${end.words}` };
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

/** The time span in a question, and its position in `text`; null if there is none. */
export function findTimeSpan(text: string, now: Date): { span: TimeSpan; start: number; end: number } | null {
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
  const first = findTimeSpan(text, now);
  if (first === null) return [];
  const rest = `${text.slice(0, first.start)}${"_".repeat(first.end - first.start)}${text.slice(first.end)}`;
  const other = findTimeSpan(rest, now);
  if (other === null) return [first.span];
  return first.start < other.start ? [first.span, other.span] : [other.span, first.span];
}
