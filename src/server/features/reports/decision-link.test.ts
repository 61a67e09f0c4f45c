import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecrets } from "#server/platform/secrets.ts";
import { linksEnd, readDecisionLink, reportKeyOf, writeDecisionLink } from "#server/features/reports/decision-link.ts";

const secrets = createSecrets(randomBytes(32));
const link = fc.record({
  leadId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(String),
  decision: fc.constantFrom("approved" as const, "rejected" as const),
  reportKey: fc.string().map(reportKeyOf),
  expiresAt: fc.integer({ min: 0, max: 5_000_000_000 }),
  accountId: fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(String)),
});

test("reads what it wrote, from a short token that needs no escaping", () => {
  fc.assert(
    fc.property(link, (written) => {
      const token = writeDecisionLink(secrets, written);
      expect(encodeURIComponent(token)).toBe(token);
      expect(token.length).toBeLessThan(140);
      expect(readDecisionLink(secrets, token)).toEqual(written);
    }),
  );
});

test("rejects anything changed, or signed by another server or for another use", () => {
  fc.assert(
    fc.property(link, fc.nat(), (written, where) => {
      const token = writeDecisionLink(secrets, written);
      const at = where % token.length;
      const tampered = token.slice(0, at) + (token[at] === "a" ? "r" : "a") + token.slice(at + 1);
      expect(readDecisionLink(secrets, tampered)).toBeNull();
      expect(readDecisionLink(createSecrets(randomBytes(32)), token)).toBeNull();
      const text = token.slice(0, token.lastIndexOf("."));
      expect(readDecisionLink(secrets, `${text}.${secrets.sign(text, "another use")}`)).toBeNull();
    }),
  );
});

test.each(["", ".", "....", "1.a.0123456789abcdef.zz.", "a".repeat(2_000)])("rejects %j", (token) => {
  expect(readDecisionLink(secrets, token)).toBeNull();
});

test("expires 14 days after the report", () => {
  expect(linksEnd(new Date("2026-11-20T08:00:00Z")) * 1_000).toBe(Date.parse("2026-12-04T08:00:00Z"));
});
