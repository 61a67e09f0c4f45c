import { MINUTE } from "#shared/durations.ts";
import { fold } from "#server/pipeline/text/fold.ts";

/** Beginnings of month names in European languages, without accents; the longest match wins. */
const MONTHS: readonly string[] = [
  "jan ene gen ian sty led tammi янв січ ιαν oca",
  "feb fev lut uno helmi фев лют φεβ φλεβ sub",
  "mar mrz mrt maa bre мар бер μαρ",
  "apr avr abr kwi dub huhti апр кві απρ nis",
  "may mai mag maj mei kve touko май мая тра μαι",
  "jun juin giu iun cze cer kesa июн чер ιουν haz",
  "jul juil lug iul lip cervenc heina июл лип ιουλ tem",
  "aug aou ago sie srp elo авг сер αυγ agu",
  "sep set wrz zari syys сен вер σεπ eyl",
  "oct okt out ott paz rij loka окт жов οκτ eki",
  "nov noi lis marras ноя лис νοε kas",
  "dec dez dic gru pro joulu дек гру δεκ ara",
];
const MONTH_STEMS = MONTHS.flatMap((stems, index) => stems.split(" ").map((stem) => [fold(stem), index + 1] as const));

/** Offset from UTC in hours by zone name; unknown zones are treated as UTC. */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "-8": "pst",
    "-7": "pdt mst",
    "-6": "mdt cst",
    "-5": "cdt est",
    "-4": "edt",
    "1": "cet mez bst west",
    "2": "cest mesz eet",
    "3": "eest msk",
  }).flatMap(([hours, names]) => names.split(" ").map((name) => [name, Number(hours)] as const)),
);

const TIME = /(?<!\d)(\d{1,2})(?::|\.|\s?h\s?)(\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?(?!\d)(?:\s?(a|p)\.?\s?m\b\.?)?/u;
const OFFSET = /^\s{0,2}\(?(?:gmt|utc)?\s?([+\-\u2212])(\d{1,2})(?::?(\d{2}))?(?!\d)/u;
const YEARS = { first: 1980, last: 2100 };
const LONGEST = 200;

interface Day {
  year: number;
  month: number;
  day: number;
}

type DayForm = readonly [pattern: RegExp, read: (parts: readonly string[], text: string) => Day];

const DAY_FORMS: readonly DayForm[] = [
  // 2026-05-03, 2026年5月3日
  [
    /(?<!\d)(\d{4})[-/.年년]\s?(\d{1,2})[-/.月월]\s?(\d{1,2})(?!\d)/u,
    ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
  // 3 May 2026, 3. Mai 2026, 3 de mayo de 2026, 1er juin 2026, 3-May-26
  [
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|o)?\.?[\s-]{1,2}(?:de\s|of\s)?(\p{L}{3,15})\.?,?[\s-]{1,2}(?:de\s|del\s)?(\d{4}|\d{2})(?![\d:])/u,
    ([day, month = "", year]) => ({ year: fullYear(year), month: monthNamed(month), day: Number(day) }),
  ],
  // May 3, 2026
  [
    /(?<!\p{L})(\p{L}{3,15})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})(?!\d)/u,
    ([month = "", day, year]) => ({ year: Number(year), month: monthNamed(month), day: Number(day) }),
  ],
  // May 3 10:00:00 2026, as in old mailbox files
  [
    /(?<!\p{L})(\p{L}{3,15})\s(\d{1,2})\s(?=\d{1,2}:\d{2}(?::\d{2})?\s(?:\p{L}{1,5}\s)?(\d{4})(?!\d))/u,
    ([month = "", day, year]) => ({ year: Number(year), month: monthNamed(month), day: Number(day) }),
  ],
  // 2026. május 3.
  [
    /(?<!\d)(\d{4})\.?\s(\p{L}{3,15})\.?\s(\d{1,2})(?!\d)/u,
    ([year, month = "", day]) => ({ year: Number(year), month: monthNamed(month), day: Number(day) }),
  ],
  // 03.05.2026, 3/5/26: day first, except that slashes with a 12-hour clock mean month first, as in the United States.
  [
    /(?<![\d:])(\d{1,2})([./-])\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})(?![\d:])/u,
    ([first, separator, second, year], text) => {
      const isMonthFirst =
        Number(second) > 12 || (separator === "/" && Number(first) <= 12 && /\d\s?[ap]\.?\s?m\b/u.test(text));
      const [day, month] = isMonthFirst ? [second, first] : [first, second];
      return { year: fullYear(year), month: Number(month), day: Number(day) };
    },
  ],
];

/**
 * Parses a message's date, from its header (RFC 5322, 3.3) or as a mail program shows it in the reader's language, to
 * ISO 8601. A date without a zone is treated as UTC, so that the result doesn't depend on the server. Null for anything
 * that is not a date, and for implausible years.
 */
export function isoDate(written: string): string | null {
  const text = fold(
    written
      .slice(0, LONGEST)
      .replaceAll(/[\s\u200e\u200f]+/gu, " ")
      .trim(),
  );
  for (const [pattern, read] of DAY_FORMS) {
    const found = pattern.exec(text);
    const day = found === null ? null : read(found.slice(1), text);
    if (found === null || day === null || !isDay(day)) continue;
    return atTime(day, `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`);
  }
  return null;
}

/** Adds the time of day, which may come before or after the date; midnight without one. */
function atTime({ year, month, day }: Day, rest: string): string | null {
  const found = TIME.exec(rest);
  if (found === null) return inYears(Date.UTC(year, month - 1, day));
  const [all, written = "0", minute = "0", second = "0", half] = found;
  const twelve = Number(written) % 12;
  const hour = half === undefined ? Number(written) : half === "p" ? twelve + 12 : twelve;
  if (hour > 23 || Number(minute) > 59 || Number(second) > 60) return inYears(Date.UTC(year, month - 1, day));
  const local = Date.UTC(year, month - 1, day, hour, Number(minute), Number(second));
  return inYears(local - minutesAhead(rest.slice(found.index + all.length)) * MINUTE);
}

function minutesAhead(afterTime: string): number {
  const [, sign, hours, minutes = "0"] = OFFSET.exec(afterTime) ?? [];
  if (sign !== undefined) return (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  const zone = /^\s?\(?(\p{L}{1,4})(?!\p{L})/u.exec(afterTime)?.[1] ?? "";
  return (ZONES.get(zone) ?? 0) * 60;
}

function isDay({ year, month, day }: Day): boolean {
  return month >= 1 && month <= 12 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

function inYears(time: number): string | null {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= YEARS.first && year <= YEARS.last ? date.toISOString() : null;
}

/** Two-digit years are in this century. */
function fullYear(year = ""): number {
  return Number(year) + (year.length === 2 ? 2_000 : 0);
}

/** 0 if the word is not a month. */
function monthNamed(word: string): number {
  let best: readonly [stem: string, month: number] = ["", 0];
  for (const named of MONTH_STEMS) if (word.startsWith(named[0]) && named[0].length > best[0].length) best = named;
  return best[1];
}
