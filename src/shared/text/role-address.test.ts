import { expect, test } from "vitest";
import { isRoleAddress } from "#shared/text/role-address.ts";

test.each([
  ["info@acme.de", true],
  ["Vertrieb@acme.de", true],
  ["sales.uk@acme.com", true],
  ["biuro@acme.pl", true],
  ["styrelsen@acme.se", true],
  ["anna@acme.de", false],
  ["hr.meier@acme.de", false],
])("whether %s belongs to an office: %s", (address, expected) => {
  expect(isRoleAddress(address)).toBe(expected);
});
