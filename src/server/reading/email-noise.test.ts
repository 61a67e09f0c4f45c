import { expect, test } from "vitest";
import { isNoReplyAddress, isRoleAddress, noiseOfAddress } from "#server/reading/email-noise.ts";

test.each([
  ["logo@2x.png", "it is the name of a file"],
  ["sprite@3x.acme.webp", "it is the name of a file"],
  ["anna@example.com", "it is an example"],
  ["your-email@acme.com", "it is an example"],
  ["0123456789abcdef0123456789abcdef@o1.ingest.sentry.io", "it is a machine's key"],
  ["605a7baede844d278b89dc95ae0a9123@acme.com", "it is a machine's key"],
  ["webmaster@acme.de", "it is for those who run the website"],
  ["postmaster@acme.de", "it belongs to the mail system"],
  ["no-reply@acme.de", "nobody reads replies there"],
  ["noreply-orders@acme.de", "nobody reads replies there"],
  ["abuse@acme.de", "it is for reports of abuse"],
  ["datenschutz@acme.de", "it is for questions of data protection"],
  ["dpo@acme.eu", "it is for questions of data protection"],
])("%s is nobody to write to: %s", (address, reason) => {
  expect(noiseOfAddress(address)).toBe(reason);
});

test.each([
  "anna@acme.de",
  "info@acme.de",
  "sales@acme.png.co",
  "john.doe@acme.com",
  "name.surname@acme.de",
  "noel@acme.fr",
])("%s may be somebody's", (address) => {
  expect(noiseOfAddress(address)).toBeNull();
});

test.each([
  ["info@acme.de", true],
  ["Vertrieb@acme.de", true],
  ["sales.uk@acme.com", true],
  ["anna@acme.de", false],
  ["hr.meier@acme.de", false],
])("whether %s belongs to an office: %s", (address, expected) => {
  expect(isRoleAddress(address)).toBe(expected);
});

test("a display of no interest in answers is told", () => {
  expect(isNoReplyAddress("do-not-reply@acme.de")).toBe(true);
  expect(isNoReplyAddress("norbert@acme.de")).toBe(false);
});
