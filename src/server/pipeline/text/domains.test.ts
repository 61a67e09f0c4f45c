import { expect, test } from "vitest";
import {
  companyOfDomain,
  hasPublicSuffix,
  isFreeMailDomain,
  registrableDomain,
} from "#server/pipeline/text/domains.ts";

test.each([
  ["www.acme.co.uk", "acme.co.uk"],
  ["SHOP.Acme.de", "acme.de"],
  ["acme.github.io", "acme.github.io"], // two customers of a hosting company are two sites
  ["intranet.acme.test", "acme.test"],
  ["192.168.0.1", null],
  ["[2001:db8::1]", null],
  ["co.uk", null],
  ["", null],
])("the registrable domain of %s is %s", (host, expected) => {
  expect(registrableDomain(host)).toBe(expected);
});

test.each([
  ["gmail.com", true],
  ["yahoo.co.jp", true],
  ["T-Online.de", true],
  ["mail.ru", true],
  ["onet.eu", true],
  ["acme.com", false],
  ["gmail.com.acme.de", false],
])("whether %s is free mail: %s", (domain, expected) => {
  expect(isFreeMailDomain(domain)).toBe(expected);
});

test.each([
  ["acme-tools.de", "Acme Tools"],
  ["mail.acme.co.uk", "Acme"],
  ["gmail.com", null],
  ["xn--mller-kva.de", "Müller"],
  ["xn--\u0000.de", null],
  ["10.0.0.1", null],
])("the company of %s is %s", (domain, expected) => {
  expect(companyOfDomain(domain)).toBe(expected);
});

test("file extensions aren't public suffixes", () => {
  expect(hasPublicSuffix("acme.de")).toBe(true);
  expect(hasPublicSuffix("logo.png")).toBe(false);
});
