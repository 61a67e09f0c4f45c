import { expect, test } from "vitest";
import { decideMark } from "#server/features/address-check/decide-mark.ts";

const GOOD = { result: "good", reason: "The domain has a mail server." } as const;
const BAD = { result: "bad", reason: "The domain doesn't exist." } as const;
const UNKNOWN = { result: "unknown", reason: "DNS didn't answer." } as const;

test.each([
  ["ann.lee@acme.test", null, GOOD, "good", "The domain has a mail server."],
  ["ann.lee@acme.test", null, BAD, "bad", "The domain doesn't exist."],
  ["ann.lee@acme.test", null, UNKNOWN, "unknown", "DNS didn't answer."],
  ["info@acme.test", null, GOOD, "risky", "Shared mailbox, not a person."],
  ["info@acme.test", null, UNKNOWN, "risky", "Shared mailbox, not a person."],
  ["info@acme.test", null, BAD, "bad", "The domain doesn't exist."],
  ["ann@mailinator.com", null, GOOD, "risky", "Disposable email address."],
  ["ann@in.mailinator.com", null, UNKNOWN, "risky", "Disposable email address."],
  ["ann@acme.test", "550 5.1.1 No such user", GOOD, "bad", "Our email bounced: 550 5.1.1 No such user"],
] as const)("marks %s (bounce: %s, %o) as %s", (key, bounce, domain, quality, reason) => {
  expect(decideMark(key, bounce, domain)).toEqual({ key, quality, reason });
});
