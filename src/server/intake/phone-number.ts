// The smallest of the library's metadata sets knows the lengths of all numbers, which is all that `isPossible` asks.
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";

/** Cells often hold several numbers; the first that can be read is the lead's. */
const NUMBERS_TRIED = 4;
const BETWEEN_NUMBERS = /[;,|\n]|\s\/\s|\sor\s/u;
/** ITU-T E.123 writes +, most of the world dials 00. */
const DIALLED_PREFIX = /^\s*\(?00(?=[\s(]*[1-9])/u;

/**
 * The first phone number of a text in E.164 ("+14155552671"), with an extension after it in the form of RFC 3966
 * (";ext=5"), because an extension is another person. Null when there is none that can exist. Without `defaultCountry`
 * (ISO 3166-1 alpha-2) only numbers in international form are read. A number is judged by its length, not by the
 * ranges handed out today, which change after the library was published.
 */
export function phoneKeyOf(text: string, defaultCountry?: string): string | null {
  const country = supported(defaultCountry);
  for (const part of new Set([text, ...text.split(BETWEEN_NUMBERS, NUMBERS_TRIED)])) {
    const written = country === undefined ? part.replace(DIALLED_PREFIX, "+") : part;
    const number =
      country === undefined ? parsePhoneNumberFromString(written) : parsePhoneNumberFromString(written, country);
    if (number?.isPossible() === true)
      return number.ext === undefined ? number.number : `${number.number};ext=${number.ext}`;
  }
  return null;
}

function supported(country: string | undefined): CountryCode | undefined {
  return country !== undefined && isSupportedCountry(country) ? country : undefined;
}
