import { expect, test } from "vitest";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";
import { findPostalAddress } from "#server/pipeline/text/postal-address.ts";

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

// A finder with quadratic run time wouldn't finish these before the test times out.
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
