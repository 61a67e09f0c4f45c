import { Metadata, parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/core";
// The library's smallest metadata set has the lengths of all numbers, which is all that `isPossible` needs.
import metadata from "libphonenumber-js/min/metadata";
import { plainSigns } from "#shared/text/plain-signs.ts";

/** Cells often contain several numbers; the first readable one is used. */
const NUMBERS_TRIED = 4;
const BETWEEN_NUMBERS = /:{2,}|[;,|、،؛\n]|\s\/\s|\sor\s/u;
/** A whole number, as opposed to an area code or an extension that is set apart by the same signs. */
const WHOLE_NUMBER = /^[+(]?(?:[\s()./-]*\d){6,17}\)?(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/iu;
/** A link to the number, and the sign that makes a spreadsheet keep its zeros. */
const BEFORE_NUMBER = /^(?:tel:|')\s*/iu;
/** ITU-T E.123 writes +, but most of the world dials 00. */
const DIALLED_PREFIX = /^\s*\(?00(?=[\s(]*[1-9])/u;

/** Keeps only the first country per calling code, so that the library doesn't have to determine which one it is. */
const FIRST_COUNTRIES = {
  ...metadata,
  country_calling_codes: Object.fromEntries(
    Object.entries(metadata.country_calling_codes).map(([code, [first]]) => [code, first === undefined ? [] : [first]]),
  ),
};
/** The lengths that are valid in every country of a calling code. */
const lengthsByCode = new Map<string, ReadonlySet<number>>();

/** The numbers of a cell as written, the first one with a country code first. A cell of anything else is one number. */
export function readPhoneCell(text: string): { phone: string; others: string[] } {
  const bare = (part: string): string => part.trim().replace(BEFORE_NUMBER, "");
  const parts = [...new Set(text.split(BETWEEN_NUMBERS).map(bare))].filter((part) => part !== "");
  if (parts.length < 2 || !parts.every((part) => WHOLE_NUMBER.test(plainSigns(part)))) {
    return { phone: bare(text), others: [] };
  }
  const phone = parts.find((part) => phoneKeyOf(part) !== null) ?? parts[0] ?? "";
  return { phone, others: parts.filter((part) => part !== phone) };
}

/**
 * Returns the first phone number in a text in E.164 ("+14155552671"), with an extension as in RFC 3966 (";ext=5"),
 * because another extension is another person. Only international numbers are read; null when there is no possible one.
 * Numbers are validated by length only, because the allocated ranges change after the library's release.
 */
export function phoneKeyOf(text: string): string | null {
  const plain = plainSigns(text);
  for (const part of new Set([plain, ...plain.split(BETWEEN_NUMBERS, NUMBERS_TRIED)])) {
    const number = internationalNumber(part.replace(DIALLED_PREFIX, "+"));
    if (number !== null) return number.ext === undefined ? number.number : `${number.number};ext=${number.ext}`;
  }
  return null;
}

/**
 * Telling the countries of +1 or +44 apart takes two thirds of the parsing time and only affects which lengths are
 * possible, so it is skipped for lengths that are possible in all of them.
 */
function internationalNumber(text: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, FIRST_COUNTRIES);
  if (number === undefined) return null;
  if (commonLengths(number.countryCallingCode).has(number.nationalNumber.length)) return number;
  const exact = parsePhoneNumberFromString(text, metadata);
  return exact?.isPossible() === true ? exact : null;
}

function commonLengths(callingCode: PhoneNumber["countryCallingCode"]): ReadonlySet<number> {
  const known = lengthsByCode.get(callingCode);
  if (known !== undefined) return known;
  const plans = (metadata.country_calling_codes[callingCode] ?? []).map((country) => {
    const plan = new Metadata(metadata);
    plan.selectNumberingPlan(country);
    return new Set(plan.numberingPlan?.possibleLengths());
  });
  const [first = new Set<number>(), ...others] = plans;
  const common = others.reduce((lengths, plan) => lengths.intersection(plan), first);
  lengthsByCode.set(callingCode, common);
  return common;
}
