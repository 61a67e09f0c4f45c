import { expect, test } from "vitest";
import { phoneCountry } from "#server/pipeline/text/phone-country.ts";

test.each([
  ["+49 40 66969 112", "DE"],
  ["0044 113 496 0114", "GB"],
  ["+1 312 555 0128", "US"],
  ["\u200e٠٠٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "SA"],
  ["＋８１　３－１２３４－５６７８", "JP"],
  ["555 0128", null],
  ["", null],
])("%j is in %s", (phone, country) => {
  expect(phoneCountry(phone)).toBe(country);
});
