import { parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/min/metadata";
import { phoneLabel, type PhoneKind } from "#server/pipeline/text/phone-labels.ts";
import { plainSigns } from "#shared/text/plain-signs.ts";

/** A phone number in a text: as written, and its position (UTF-16 units). */
interface FoundPhone {
  written: string;
  start: number;
  end: number;
  kind: PhoneKind;
}

const MIN_DIGITS = 6;
/** ITU-T E.164 maximum, not counting a trunk zero in brackets, an exchange prefix or an extension. */
const E164_DIGITS = 15;
const MAX_DIGITS = 20;
const LABEL_BEFORE = 40;
const LABEL_AFTER = 16;
/** Full-width and Arabic digits and signs have the same length as the ASCII forms they are converted to. */
const CANDIDATE =
  /(?:[+＋]\s?|\(\s?[+＋]?\s?)?[\d０-９٠-٩۰-۹](?:[^\S\n\r]{0,2}(?:\)\s\/\s|[()./·•‐-―\-－（）]{0,2}[^\S\n\r]{0,2})\(?[\d０-９٠-٩۰-۹]){4,24}(?:\s{0,2}(?:ext|extn|extension|poste|durchwahl|x|доб|int|anexo|#)\.?:?\s{0,2}\d{1,6}(?!\d))?/giu;
const EXTENSION = /\s{0,2}(?:ext|extn|extension|poste|durchwahl|x|доб|int|anexo|#)\.?:?\s{0,2}\d{1,6}$/iu;
const INTERNATIONAL = /^\(?\s?(?:\+\s?|00\s?(?=\(?[1-9]))/u;
/** Where a number can begin within a run of digits: at a plus, a bracket or a trunk zero. */
const PART = /(?<=^|[\s/–—-])(?:\+|\(|0)\d(?:(?!\s{0,2}[/–—]\s|\s(?:0\d|\+|\())[^])+/gu;
/** "+39 011 555 0123 - 555 0124", "+86-755-1234567/7654321" */
const APART_OR_LISTED = /(?<=^(?:\+.{8}|.{12}).{0,16}\d)(?:\s[/–—-]\s|\/(?=\d{4}))/u;
/** Between two numbers with one label. */
const NEXT = /^\s{0,2}(?:[/,;]|or|and|oder|und|et|y)\s{0,2}$/u;
const ONE_NUMBER = /^[^/–—]+$/u;
/** "+44 20 7946 0000 - 020 7946 0001" */
const APART = /\s[/–—-]\s(?=[+(0])/u;
const PIECE = /(?<=^|\s)[+(\d](?:(?!\s[/–—-]\s)[^])+/gu;
/** One of several numbers without a trunk zero. */
const LONG_PART = /(?<=^|[\s/])\d(?:[-.]?\d){6,}(?=$|[\s/])/gu;
const DATE =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|[0-3]?\d[-./]\s?[0-3]?\d[-./]\s?(?:19|20)?\d{2})(?:[^\d/-]|$)|^(?:19|20)\d{2}\s?[-–—/]\s?(?:19|20)?\d{2}$/u;
/** "1/95 - 5/95", "02./03.05", "(1966) 24.06.1990", "0900 - 1020", an article and its year, a ZIP code. */
const TIME_OR_SOURCE =
  /^(?:0?[1-9]|1[0-2])\/(?:(?:19|20)\d{2}(?:\D|$)|\d{2}\s?[-–]\s?\d)|^\d{1,2}\.\s?[/–-]\s?\d{1,2}\.\d|^\(?(?:19|20)\d{2}\)?\s+\d{1,2}\.\d{1,2}\.|^[0-2]\d[0-5]\d\s?[-–]\s?[0-2]\d[0-5]\d$|^\d{5,7}\s\(?(?:19|20)\d{2}\)?$|^\d{5}--\d{4}$|^0[1-9]\s(?:19|20)\d\d$|^\d{2,4}\/20\d\d$/u;
/** A bank account, whose groups look like short numbers. */
const ACCOUNT = /(?:^|\s)\d{4}(?:\s\d{4}){3}/u;
/** Opening hours and Brazilian postal codes, which look like national numbers. */
const HOURS_OR_CODE = /^\d{1,2}[.:]\d{2}\s?[-–—]\s?\d{1,2}[.:]\d{2}$|^\d{5}-\d{3}$/u;
const TIME_AFTER =
  /^(?:\s?[:h]\s?\d{2}|\s?(?:uhr|h|am|pm|o'clock|%|€|\$|eur|usd|gbp|chf|km|kg|mm|cm|m²|px|mb|gb|kb|years?|jahre|ans|años)\b|\s?(?:zł|kč)(?!\p{L}))/iu;
const IP_ADDRESS = /^(?:(?:[01]?\d?\d|2[0-5]\d)(?:\.|$)){4}$/u;
const DECIMAL = /^(?!0\d)\d{1,3}\.\d{4,}$/u;
const GROUPED_THOUSANDS = /^\d{1,3}(?:[. ]000)+$|^\d{1,3}(?:\.\d{3}){1,3}$/u;
/** Opening hours, or a number if labeled as one. */
const EIGHT_DIGITS = /^(?!(?:19|20)\d{2}-)\d{4}-\d{4}$/u;
/** National number formats: a trunk zero, brackets, North American grouping, or three groups of three. */
const NATIONAL =
  /^(?:0\d{1,5}[\s/().·•‐-―-]+\d|0[1-9]\d{8,10}$|\(0?\d{1,5}\)\s?[\s/.-]?\d|(?:1[\s.-])?\(?\d{3}\)?[\s./-]\d{3}[\s.-]\d{4}(?:\D|$)|8\s?\(\d{3,4}\)|8[3-9]\d{9}$|[5-9]\d{2}([ -])\d{3}\1\d{3}$)/u;
const NANP = /^(?:1[\s.-])?\(?[2-9]\d{2}\)?[\s./-]{1,2}\d{3}[\s.-]\d{4}(?:\D|$)/u;

/**
 * Keeps only the first country per calling code: telling the others apart is slow, and their numbers have the same
 * lengths.
 */
const FIRST_COUNTRIES = {
  ...metadata,
  country_calling_codes: Object.fromEntries(
    Object.entries(metadata.country_calling_codes).map(([code, [first]]) => [code, first === undefined ? [] : [first]]),
  ),
};

/**
 * Returns the phone numbers in a text, in order. A number must look like a phone number or be labeled as one; bank
 * accounts, tax IDs, dates, amounts, IP addresses and coordinates are skipped. A number labeled as a fax is of kind
 * "fax".
 */
export function findPhones(text: string): FoundPhone[] {
  const found: FoundPhone[] = [];
  for (const { 0: whole, index } of text.matchAll(CANDIDATE)) {
    const previous = found.at(-1);
    const own = labelOf(text, whole, index, previous?.end ?? 0);
    const isNext = previous !== undefined && NEXT.test(text.slice(previous.end, index));
    // "Fax: 030 123456 / 030 123457"
    const inherited = own === "fax" || (isNext && previous.kind === "fax") ? "fax" : null;
    for (const { written, start } of readings(whole, index)) {
      const last = found.at(-1)?.end ?? 0;
      const phone = start < last ? null : readCandidate(text, written, start, last, inherited);
      if (phone !== null) found.push(phone);
    }
  }
  return found;
}

/**
 * Yields the run as one number and, if that fails, its parts: "9-17 0800 123 4567", "030 123456 / 030 123457",
 * "4628-2322 4629-0236".
 */
function* readings(whole: string, index: number): Generator<{ written: string; start: number }> {
  // "+49 30 1234567 (2143)", "(413) 545-0722 (8:30 am)"
  const bracket = whole.search(/\s?\(\d{1,5}$/u);
  if (bracket > 0) yield { written: whole.slice(0, bracket), start: index };
  yield { written: whole, start: index };
  if (ACCOUNT.test(whole)) return;
  const apart = whole.search(APART_OR_LISTED);
  if (apart > 0) yield { written: whole.slice(0, apart), start: index };
  if (APART.test(whole))
    for (const { 0: part, index: at } of whole.matchAll(PIECE)) yield { written: part, start: index + at };
  for (const { 0: part, index: at } of whole.matchAll(PART)) yield { written: part, start: index + at };
  if (countDigits(whole) <= E164_DIGITS) return;
  for (const { 0: part, index: at } of whole.matchAll(LONG_PART)) yield { written: part, start: index + at };
}

/** The label of a number. In "#(713) 345-6541", # is a number sign: order numbers don't use brackets. */
function labelOf(text: string, shown: string, start: number, last: number): ReturnType<typeof phoneLabel> {
  const before = text
    .slice(Math.max(last, start - LABEL_BEFORE), start)
    .replace(/#\s?$/u, (sign) => (NANP.test(shown) ? "" : sign));
  const end = start + shown.length;
  return phoneLabel(before, text.slice(end, end + LABEL_AFTER));
}

function readCandidate(
  text: string,
  written: string,
  start: number,
  last: number,
  inherited: "fax" | null,
): FoundPhone | null {
  const opened = written.startsWith("(") && !written.includes(")") ? 1 : 0;
  const shown = written.slice(opened).trimEnd();
  const end = start + opened + shown.length;
  const digits = countDigits(shown.replace(EXTENSION, ""));
  if (digits < MIN_DIGITS || digits > MAX_DIGITS || !standsAlone(text, start, end)) return null;
  const label = labelOf(text, shown, start + opened, last) ?? inherited;
  const plain = toAscii(shown);
  if (
    label === "other" ||
    isZip(plain, text.slice(Math.max(0, start - 24), start)) ||
    (isSomethingElse(plain, text.slice(end, end + 12)) && !(label !== null && EIGHT_DIGITS.test(plain)))
  )
    return null;
  // A labeled number is one even if its country has no numbers of this length.
  const canExist = INTERNATIONAL.test(plain)
    ? isPossible(plain) || (label !== null && digits > 8 && digits <= E164_DIGITS && ONE_NUMBER.test(plain))
    : digits <= E164_DIGITS && (label !== null || NATIONAL.test(plain));
  return canExist ? { written: shown, start: start + opened, end, kind: label ?? "phone" } : null;
}

/** "Holyoke, MA 01040-2841" */
function isZip(plain: string, before: string): boolean {
  return /^\d{5}-\d{4}$/u.test(plain) && /(?:\b[A-Z]{2}\.?,?|,\s\p{Lu}\p{Ll}+|\p{Lu}\.)\s{1,4}$/u.test(before);
}

/** Whether numbers of the country in an international number can have this length. */
function isPossible(written: string): boolean {
  const dialed = written.replace(INTERNATIONAL, "+").replace(/^(\+\d{1,3})\)?\s?\(0\)\s?/u, "$1 ");
  return parsePhoneNumberFromString(dialed, FIRST_COUNTRIES)?.isPossible() === true;
}

/** Whether digits have the format of a date, time, amount, code or coordinate. `after` is the text that follows. */
export function isSomethingElse(plain: string, after: string): boolean {
  return (
    [DATE, TIME_OR_SOURCE, HOURS_OR_CODE, IP_ADDRESS, DECIMAL, GROUPED_THOUSANDS].some((one) => one.test(plain)) ||
    (/^\d{3}-\d{4}$/u.test(plain) && /^\s{0,2}\p{sc=Han}/u.test(after)) ||
    (TIME_AFTER.test(after) && !NANP.test(plain) && !plain.startsWith("+")) ||
    /^(\d)\1+$/u.test(plain.replace(/\D/gu, ""))
  );
}

/** Whether the candidate is not the middle of a longer number, a code ("DE123456789"), a URL or a file name. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? "";
  const after = text[end] ?? "";
  if (
    /[\p{Script=Latin}\d_=&%@$€£]/u.test(before) ||
    (before === "#" && text[start] !== "(") ||
    (/[.,:/-]/u.test(before) && /\d/u.test(text[start - 2] ?? ""))
  )
    return false;
  if (/[-/]/u.test(before) && /[\p{Script=Latin}]/u.test(text[start - 2] ?? "") && !/[+(]/u.test(text[start] ?? ""))
    return false;
  // "+49 30 1234567Main Street": a lost line break.
  const isBroken = text[start] === "+" && /^\p{Lu}\p{Ll}/u.test(text.slice(end, end + 2));
  if (
    /[\p{Script=Latin}_@%€$]/u.test(after) &&
    !isBroken &&
    !/^(?:x|ext|fax|tel|mob|uhr)/iu.test(text.slice(end, end + 4))
  )
    return false;
  // The start of an IBAN: letters, two digits, then groups of four.
  return !/\b[A-Z]{2}\d{2}(?:\s?[\dA-Z]{4}){0,4}\s?$/u.test(text.slice(Math.max(0, start - 30), start));
}

function toAscii(text: string): string {
  return text.replace(/[＋－（）０-９٠-٩۰-۹]/gu, plainSigns);
}

function countDigits(text: string): number {
  return text.match(/[\d０-９٠-٩۰-۹]/gu)?.length ?? 0;
}
