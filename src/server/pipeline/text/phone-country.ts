import { parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/min/metadata";
import { plainSigns } from "#shared/text/plain-signs.ts";

/** The ISO code of an international phone number's country, the largest one of a shared calling code; null without. */
export function phoneCountry(phone: string): string | null {
  const number = parsePhoneNumberFromString(plainSigns(phone).replace(/^00/u, "+"), metadata);
  if (number === undefined) return null;
  return number.country ?? metadata.country_calling_codes[number.countryCallingCode]?.[0] ?? null;
}
