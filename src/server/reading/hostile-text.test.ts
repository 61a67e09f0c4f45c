import { expect, test } from "vitest";
import { readCompanyName } from "#server/reading/company-name.ts";
import { roleOfHeader } from "#server/reading/columns.ts";
import { findEmailAddresses } from "#server/reading/email-text.ts";
import { readJobTitle } from "#server/reading/job-title.ts";
import { readPersonName } from "#server/reading/person-name.ts";
import { findPhones } from "#server/reading/phone-text.ts";
import { findPostalAddress } from "#server/reading/postal-address.ts";

const MEGABYTE = 1_000_000;
const FINDERS = {
  roleOfHeader,
  findEmailAddresses,
  findPhones,
  readPersonName,
  readJobTitle,
  readCompanyName,
  findPostalAddress,
};

// A finder whose time grew with the square of the text would not come back from these before the test runs out of time.
test.each([
  "a@",
  "a@a.",
  "x (at) ",
  " at at",
  "(",
  "(G",
  "[",
  "1-",
  "1 ",
  "+",
  "12345 ext ",
  " ",
  "\n",
  "a",
  "A ",
  "Aa.",
  "Aa Bb, ",
  "12345 Aa ",
  "市",
  "北京市",
  "〒",
  "Co. ",
  "Tel ",
])("a megabyte of %j is read to its end", (piece) => {
  const text = piece.repeat(MEGABYTE / piece.length);
  for (const find of Object.values(FINDERS)) expect(find(text)).not.toBeUndefined();
});
