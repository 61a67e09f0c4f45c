// The smallest of the library's metadata sets is the one that intake reads phones with.
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";
import { phoneLabel, type PhoneKind } from "#server/reading/phone-labels.ts";

/** A phone number in a text: as written, in E.164 where that can be told, and where it stands (UTF-16 units). */
export interface FoundPhone {
  written: string;
  e164: string | null;
  start: number;
  end: number;
  kind: PhoneKind;
}

const MIN_DIGITS = 6;
/** The most of ITU-T E.164; the trunk zero in brackets, an exchange prefix and an extension come on top. */
const E164_DIGITS = 15;
const MAX_DIGITS = 20;
const LABEL_BEFORE = 40;
const LABEL_AFTER = 16;
/** Full-width digits and signs are read as their ASCII forms, which are as long. */
const CANDIDATE =
  /(?:[+＋]\s?|\(\s?[+＋]?\s?)?[\d０-９](?:[^\S\n\r]{0,2}[()./·•‐-―\-－（）]{0,2}[^\S\n\r]{0,2}[\d０-９]){4,24}(?:\s{0,2}(?:ext|extn|extension|poste|durchwahl|x|доб|int|anexo|#)\.?:?\s{0,2}\d{1,6}(?!\d))?/giu;
/** Where a number can begin within a run of digits: at a plus, a bracket, a trunk zero. */
const PART = /(?<=^|[\s/–—-])(?:\+|\(|0)\d(?:(?!\s{0,2}[/–—]\s|\s(?:0\d|\+|\())[^])+/gu;
const DATE =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\s?\d{1,2}[-./]\s?(?:\d{2}){1,2})(?:\D|$)|^(?:19|20)\d{2}\s?[-–—/]\s?(?:19|20)?\d{2}$/u;
const TIME_AFTER =
  /^(?:\s?[:h]\s?\d{2}|\s?(?:uhr|h|am|pm|o'clock|%|€|\$|eur|usd|gbp|chf|km|kg|mm|cm|m²|px|mb|gb|kb|years?|jahre|ans|años)\b)/iu;
const IP_ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$/u;
const DECIMAL = /^\d{1,3}\.\d{4,}$/u;
const GROUPED_THOUSANDS = /^\d{1,3}(?:[. ]000)+$|^\d{1,3}(?:\.\d{3}){1,3}$/u;
/** How people without a country code write numbers: a trunk zero, brackets, or the groups of North America. */
const NATIONAL =
  /^(?:0\d{1,5}[\s/().-]+\d|0[1-9]\d{8,10}$|\(0?\d{1,5}\)\s?[\s/.-]?\d|(?:1[\s.-])?\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}(?:\D|$)|8\s?\(\d{3,4}\))/u;
const NANP = /^(?:1[\s.-])?\(?[2-9]\d{2}\)?[\s.-]{1,2}\d{3}[\s.-]\d{4}(?:\D|$)/u;

/**
 * The phone numbers of a text, in order. Without `country` (ISO 3166-1 alpha-2, in which national numbers are dialled)
 * only international numbers have an E.164. A number needs to look like one or to be labelled as one; bank accounts,
 * tax ids, dates, amounts, IP addresses and coordinates are left out. What a label calls a fax is of kind "fax".
 */
export function findPhones(text: string, country?: string): FoundPhone[] {
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const found: FoundPhone[] = [];
  for (const { 0: whole, index } of text.matchAll(CANDIDATE)) {
    for (const { written, start } of readings(whole, index)) {
      const last = found.at(-1)?.end ?? 0;
      const phone = start < last ? null : readCandidate(text, written, { start, last, home });
      if (phone !== null) found.push(phone);
    }
  }
  return found;
}

/** The run as one number and, should it be none, its parts: "9-17 0800 123 4567", "030 123456 / 030 123457". */
function* readings(whole: string, index: number): Generator<{ written: string; start: number }> {
  yield { written: whole, start: index };
  for (const { 0: part, index: at } of whole.matchAll(PART)) yield { written: part, start: index + at };
}

function readCandidate(
  text: string,
  written: string,
  { start, last, home }: { start: number; last: number; home: CountryCode | undefined },
): FoundPhone | null {
  const opened = written.startsWith("(") && !written.includes(")") ? 1 : 0;
  const shown = written.slice(opened).trimEnd();
  const end = start + opened + shown.length;
  const digits = countDigits(shown);
  if (digits < MIN_DIGITS || digits > MAX_DIGITS || !standsAlone(text, start, end)) return null;
  const label = phoneLabel(text.slice(Math.max(last, start - LABEL_BEFORE), start), text.slice(end, end + LABEL_AFTER));
  const plain = toAscii(shown);
  if (label === "other" || isSomethingElse(plain, text.slice(end, end + 12))) return null;
  const e164 = e164Of(plain, home, label !== null);
  if (e164 === null && (digits > E164_DIGITS || isInternational(plain))) return null;
  if (e164 === null && label === null && !NATIONAL.test(plain)) return null;
  return { written: shown, e164, start: start + opened, end, kind: label ?? "phone" };
}

function isInternational(plain: string): boolean {
  return /^\(?(?:\+|00\s?[1-9])/u.test(plain);
}

/** In E.164 where the number can exist; a national one without a label must also be in a range of its country. */
function e164Of(written: string, home: CountryCode | undefined, isLabelled: boolean): string | null {
  const dialled = written
    .replace(/^\(?\s?(?=\+)/u, "")
    .replace(/^\(?00(?=[\s(]?[1-9])/u, "+")
    .replace(/^\+\s/u, "+");
  // "+49 (0) 30": the zero is dialled inside the country only.
  const international = dialled.replace(/^(\+\d{1,3})\s?\(0\)\s?/u, "$1 ");
  const number = parsePhoneNumberFromString(
    international,
    international.startsWith("+") ? {} : { defaultCountry: home ?? "US" },
  );
  if (number === undefined || !number.isPossible()) return null;
  if (!international.startsWith("+")) {
    if (home === undefined) return null;
    if (!isLabelled && !(NATIONAL.test(written) && number.isValid())) return null;
  }
  return number.ext === undefined ? number.number : `${number.number};ext=${number.ext}`;
}

function isSomethingElse(plain: string, after: string): boolean {
  return (
    DATE.test(plain) ||
    IP_ADDRESS.test(plain) ||
    DECIMAL.test(plain) ||
    GROUPED_THOUSANDS.test(plain) ||
    (TIME_AFTER.test(after) && !NANP.test(plain) && !plain.startsWith("+")) ||
    /^(\d)\1+$/u.test(plain.replace(/\D/gu, ""))
  );
}

/** Not the middle of a longer number, a code ("DE123456789"), an address of a page or a file. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? "";
  const after = text[end] ?? "";
  if (/[\p{Script=Latin}\d_=&%#@$€£]/u.test(before) || (/[.,:/-]/u.test(before) && /\d/u.test(text[start - 2] ?? "")))
    return false;
  if (/[-/]/u.test(before) && /[\p{Script=Latin}]/u.test(text[start - 2] ?? "") && text[start] !== "+") return false;
  if (/[\p{Script=Latin}_@%€$]/u.test(after) && !/^(?:x|ext|fax|tel|mob|uhr)/iu.test(text.slice(end, end + 4)))
    return false;
  // The pairs of an IBAN: letters, two digits, then groups of four.
  return !/\b[A-Z]{2}\d{2}(?:\s?[\dA-Z]{4}){0,4}\s?$/u.test(text.slice(Math.max(0, start - 30), start));
}

function toAscii(text: string): string {
  return text.replace(/[＋－（）０-９]/gu, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0));
}

function countDigits(text: string): number {
  return text.match(/[\d０-９]/gu)?.length ?? 0;
}
