import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import { nameKey, plainSigns } from "#shared/text/plain-signs.ts";

/** The kinds of custom fields, with their labels. */
export const FIELD_KINDS = {
  text: "Text",
  number: "Number",
  date: "Date",
  choice: "Choice",
  choices: "Multiple choice",
  yesNo: "Yes or no",
  link: "Link",
} as const;
export type FieldKind = keyof typeof FIELD_KINDS;

/** Dates are days ("2026-01-31"), choices the texts of options. */
export type FieldValue = string | number | boolean | string[];

export interface FieldSpec {
  kind: FieldKind;
  options: readonly string[];
}

/** Reads a value, null if it is empty; or says what is wrong with it. */
export type ReadValue = { value: FieldValue | null } | { error: string };

const { textLength } = LIMITS.customField;
const SEPARATOR = /[;\n]/u;
const YES = new Set(["yes", "true", "1", "y", "ja", "oui", "sí", "si"]);
const NO = new Set(["no", "false", "0", "n", "nein", "non"]);

export function readFieldValue({ kind, options }: FieldSpec, given: FieldValue | null): ReadValue {
  const text = Array.isArray(given) ? given.join(";") : String(given ?? "").trim();
  const plain = plainSigns(text).trim();
  if (plain === "") return { value: null };
  switch (kind) {
    case "text":
      return readText(text);
    case "number":
      return readNumber(plain);
    case "date":
      return readDate(plain);
    case "choice":
      return readChoice(text, options);
    case "choices":
      return readChoices(text, options);
    case "yesNo":
      return readYesNo(plain.normalize());
    case "link":
      return readLink(text.replaceAll(/\p{Cf}/gu, "").trim());
  }
}

/** A value as one text, for cells and the history. */
export function fieldText(value: FieldValue | null): string {
  if (Array.isArray(value)) return value.join("; ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return value === null ? "" : String(value);
}

/** A name in the API: "Annual budget (€)" is annual_budget. */
export function fieldKeyOf(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "_")
    .slice(0, LIMITS.customField.nameLength)
    .replaceAll(/^_|_$/gu, "");
  const key = plain === "" ? "field" : plain;
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? key : `${key}_${number}`;
    // Every object already has a "constructor".
    if (!taken.includes(numbered) && !(numbered in {})) return numbered;
  }
}

function readText(text: string): ReadValue {
  const plain = text.toWellFormed().replaceAll(/[\s\p{Cc}]+/gu, " ");
  return plain.length > textLength ? { error: `At most ${counted(textLength, "character")}` } : { value: plain };
}

const UNIT = /^(?:[A-Z]{3}|\p{Sc})|(?:[A-Z]{3}|[\p{Sc}%])$/u;
/** The currencies with three decimals; in others, "12.500" is a whole amount. */
const THREE_DECIMALS = /BHD|IQD|JOD|KWD|LYD|OMR|TND/u;

/** Accepts "1,250.5", "1.250,50 €", "1.250 €", "1.250,-", "1 250", "$25k" and "85%". */
function readNumber(text: string): ReadValue {
  // Arabic separators of thousands and decimals.
  const written = text.replaceAll(/[\s'٬]/gu, "").replace("٫", ".");
  const bare = written.replace(UNIT, "").replace(/[.,]-+$/u, "");
  const [, count = bare, thousand] = /^(.*\d)(k)$/iu.exec(bare) ?? [];
  const isAmount = UNIT.test(written) && !written.endsWith("%") && !THREE_DECIMALS.test(written);
  const digits = isAmount ? count.replace(/^([+-]?[1-9]\d{0,2})\.(\d{3})$/u, "$1$2") : count;
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(digits)
    ? digits.replaceAll(",", "")
    : /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+|(?<=\.\d{3}\.\d{3}))$/u.test(digits)
      ? digits.replaceAll(".", "").replace(",", ".")
      : digits.replace(/^([+-]?\d+),(\d+)$/u, "$1.$2");
  const whole = thousand === undefined ? plain : `${plain}e3`;
  const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/iu.test(whole);
  const value = Number(whole);
  if (!isNumber) return { error: "Enter a number" };
  return Math.abs(value) > LIMITS.customField.largest ? { error: "This number is too large" } : { value };
}

/** Accepts "2026-01-31", "2026/1/31", "31.1.2026", "31 Jan 2026" and "January 31st, 2026", also with a time. */
function readDate(text: string): ReadValue {
  const date = withMonthNumber(text.replace(/(?:T|,? )\d{1,2}:.*$/u, ""));
  const dayFirst = date.replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/u, "$3.$2.$1");
  const [, day, month, year] = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/u.exec(dayFirst) ?? [];
  const given = year === undefined ? date : `${year}-${(month ?? "").padStart(2, "0")}-${(day ?? "").padStart(2, "0")}`;
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(given);
  return isDay ? { value: given } : { error: "Enter a date like 2026-01-31" };
}

/** The year of Excel's "31-Jan-26" has two digits. */
const DAY_FIRST =
  /^(?<day>\d{1,2})(?:st|nd|rd|th|er)?[\s.-]*(?:de )?(?<month>\p{L}{3,})\.?(?: de)?[\s,.-]+(?<year>\d{4}|(?<=-)\d{2})$/iu;
const MONTH_FIRST = /^(?<month>\p{L}{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/iu;

/** A date whose month is a word as "31.1.2026"; any other text as it is. */
function withMonthNumber(text: string): string {
  const { day, month = "", year = "" } = (DAY_FIRST.exec(text) ?? MONTH_FIRST.exec(text))?.groups ?? {};
  const number = month === "" ? undefined : (monthsByName ??= namedMonths()).get(monthKey(month));
  return number === undefined ? text : `${day}.${number}.${year.padStart(4, "20")}`;
}

const MONTH_LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl"];
let monthsByName: ReadonlyMap<string, number> | undefined;

/** The months' names and their short forms, and those that people and Excel write besides. */
function namedMonths(): ReadonlyMap<string, number> {
  const months = new Map([
    ["sep", 9],
    ["sept", 9],
    ["mrz", 3],
  ]);
  for (const language of MONTH_LANGUAGES) {
    for (const length of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
      for (let month = 1; month <= 12; month += 1)
        months.set(monthKey(format.format(Date.UTC(2026, month - 1))), month);
    }
  }
  return months;
}

function monthKey(name: string): string {
  return name.normalize("NFKD").replaceAll(/\P{L}/gu, "").toLowerCase();
}

function readChoice(text: string, options: readonly string[]): ReadValue {
  const option = options.find((one) => nameKey(one) === nameKey(text));
  return option === undefined ? { error: "Choose one of the options" } : { value: option };
}

function readChoices(text: string, options: readonly string[]): ReadValue {
  const chosen = new Set<string>();
  for (const part of text.split(SEPARATOR).filter((one) => one.trim() !== "")) {
    const read = readChoice(part, options);
    if ("error" in read) return { error: "Choose from the options" };
    chosen.add(String(read.value));
  }
  return { value: chosen.size === 0 ? null : options.filter((option) => chosen.has(option)) };
}

function readYesNo(text: string): ReadValue {
  const word = text.toLowerCase();
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { error: "Enter yes or no" };
}

function readLink(text: string): ReadValue {
  const link = /^[a-z][a-z0-9+.-]*:/iu.test(text) ? text : `https://${text}`;
  if (!/^https?:\/\/[^\s/?#.]+(?:\.[^\s/?#.]+)+(?:[/?#]\S*)?$/iu.test(link))
    return { error: "Enter a link like https://acme.example" };
  return link.length > textLength ? { error: `At most ${counted(textLength, "character")}` } : { value: link };
}
