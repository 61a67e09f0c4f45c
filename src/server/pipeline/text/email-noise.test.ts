import { expect, test } from "vitest";
import { isNoReplyAddress, noiseOfAddress } from "#server/pipeline/text/email-noise.ts";

test.each([
  ["logo@2x.png", "it's a file name"],
  ["sprite@3x.acme.webp", "it's a file name"],
  ["Rome&show=0&src=acme@acme.com", "it's part of a link"],
  ["anna@example.com", "it's an example"],
  ["your-email@acme.com", "it's an example"],
  ["0123456789abcdef0123456789abcdef@o1.ingest.sentry.io", "it's a machine key"],
  ["605a7baede844d278b89dc95ae0a9123@acme.com", "it's a machine key"],
  ["webmaster@acme.de", "it belongs to the website's operator"],
  ["webadm@acme.de", "it belongs to the website's operator"],
  ["postmaster@acme.de", "it belongs to the mail system"],
  ["no-reply@acme.de", "nobody reads replies there"],
  ["noreply-orders@acme.de", "nobody reads replies there"],
  ["abuse@acme.de", "it's for abuse reports"],
  ["datenschutz@acme.de", "it's for data protection requests"],
  ["dpo@acme.eu", "it's for data protection requests"],
])("%s isn't a person's address: %s", (address, reason) => {
  expect(noiseOfAddress(address)).toBe(reason);
});

test.each([
  "anna@acme.de",
  "info@acme.de",
  "sales@acme.png.co",
  "john.doe@acme.com",
  "name.surname@acme.de",
  "noel@acme.fr",
])("%s may be a person's", (address) => {
  expect(noiseOfAddress(address)).toBeNull();
});

test("an address that shows no interest in replies is recognized", () => {
  expect(isNoReplyAddress("do-not-reply@acme.de")).toBe(true);
  expect(isNoReplyAddress("norbert@acme.de")).toBe(false);
});
