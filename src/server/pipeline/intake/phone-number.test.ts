import fc from "fast-check";
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { expect, test } from "vitest";
import { phoneKeyOf, readPhoneCell } from "#server/pipeline/intake/phone-number.ts";
import { rounds } from "#test/thorough.ts";

test.each([
  ["+1 (415) 555-2671", "+14155552671"],
  ["tel:+44-20-7946-0018", "+442079460018"],
  ["+44 (0)20 7946 0018", "+442079460018"],
  ["0049 30 901820", "+4930901820"],
  ["030 901820", null],
  ["00 41 44 668 18 00", "+41446681800"],
  ["+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "+966501234567"],
  ["+1 212 555 0100 ext. 5", "+12125550100;ext=5"],
  ["+1 212 555 0100 ext. ５１", "+12125550100;ext=51"],
  ["+1 212 555 0100 ext. ٥۱", "+12125550100;ext=51"],
  ["+14155552671 / +442079460018", "+14155552671"],
  ["+33\u202f1\u00a023\u202f45\u202f67\u202f89", "+33123456789"],
  ["＋８１－３－１２３４－５６７８", "+81312345678"],
  ["\u200e٠٠٩٦٦ ٥٠ ١٢٣ ٤٥٦٧\u202c", "+966501234567"],
  ["+91 ९८१०० ४५६७८", "+919810045678"],
  ["+49 30 901820、+49 170 0000000", "+4930901820"],
  ["office: none; mobile: +49 170 0000000", "+491700000000"],
  ["+1 12", null],
  ["call me", null],
  ["", null],
  ["415-555-2671", null],
])("%j is %s", (text, key) => {
  expect(phoneKeyOf(text)).toBe(key);
});

test.each([
  ["+36 30 123 4567 ::: +36 20 765 4321", "+36 30 123 4567", ["+36 20 765 4321"]],
  ["030 1234567; 0171 2345678", "030 1234567", ["0171 2345678"]],
  ["030 1234567; +49 171 2345678; 030 1234567", "+49 171 2345678", ["030 1234567"]],
  ["+36301234567 / +36207654321", "+36301234567", ["+36207654321"]],
  ["tel:+1-415-555-2671", "+1-415-555-2671", []],
  ["'+447911123456", "+447911123456", []],
  ["+49 89 / 123456", "+49 89 / 123456", []],
  ["030 123456, ask for Ann", "030 123456, ask for Ann", []],
  ["030 901820 / 21", "030 901820 / 21", []],
  ["0171 2345678, ext. 12", "0171 2345678, ext. 12", []],
  ["", "", []],
])("the cell %j has the phone %j and the others %j", (cell, phone, others) => {
  expect(readPhoneCell(cell)).toEqual({ phone, others });
});

test("reads what the library reads when it knows the countries that share a calling code", () => {
  const callingCodes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 16 }).map((all) => all.join(""));
  fc.assert(
    fc.property(fc.constantFrom("1", "7", "44", "39", "61", ...callingCodes), digits, (code, national) => {
      const text = `+${code} ${national}`;
      const number = parsePhoneNumberFromString(text);
      expect(phoneKeyOf(text)).toBe(number?.isPossible() === true ? number.number : null);
    }),
    { numRuns: rounds(600, 3_000) },
  );
});
