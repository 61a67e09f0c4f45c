import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import {
  authenticatorUri,
  newAuthenticator,
  newRecoveryCodes,
  plainRecoveryCode,
  stepOfCode,
} from "#server/features/accounts/credentials/one-time-codes.ts";

/** "12345678901234567890" from RFC 6238, appendix B, in base32. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

// The last six of the appendix's eight digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code of RFC 6238 at %d s", (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(stepOfCode(RFC_SECRET, code, new Date(seconds * 1_000))).toBe(step);
  // A clock may be one step off.
  expect(stepOfCode(RFC_SECRET, code, new Date((seconds + 30) * 1_000))).toBe(step);
  expect(stepOfCode(RFC_SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, new Date((seconds - 30) * 1_000))).toBe(step);
  expect(stepOfCode(RFC_SECRET, code, new Date((seconds + 60) * 1_000))).toBeNull();
});

test.each(["", "28708", "2870820", "abcdef", "٢٨٧٠٨٢"])("rejects %j", (code) => {
  expect(stepOfCode(RFC_SECRET, code, new Date(59_000))).toBeNull();
});

test("creates a 160-bit secret whose URL names the product and the person", () => {
  const secret = newAuthenticator();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/u);
  expect(newAuthenticator()).not.toBe(secret);
  const uri = new URL(authenticatorUri(secret, "ada@acme.example"));
  expect(uri.protocol).toBe("otpauth:");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: "Winnow", secret });
});

test("creates distinct 128-bit recovery codes that match however they're typed", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes)).toHaveLength(LIMITS.account.recoveryCodes);
  for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){6}[A-Z2-7]{2}$/u);
  expect(plainRecoveryCode(` ${codes[0]?.toLowerCase().replaceAll("-", " ")}`)).toBe(codes[0]?.replaceAll("-", ""));
});
