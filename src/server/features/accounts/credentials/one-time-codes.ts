import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { LIMITS } from "#shared/limits.ts";

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Periods a clock may be off (RFC 6238, 5.2). */
const WINDOW = 1;
const RECOVERY_BYTES = 16;

/** A new secret in base32 (160 bits, RFC 4226, 4). */
export function newAuthenticator(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The otpauth:// URL for an authenticator's QR code. */
export function authenticatorUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** The time step (RFC 6238) of a valid code; null if it's invalid. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const digits = code.replaceAll(/\s/gu, "");
  if (!/^\d{6}$/u.test(digits)) return null;
  const timestamp = at.getTime();
  const delta = totpOf(secret, "").validate({ token: digits, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** 128-bit codes for a lost authenticator, grouped for copying by hand. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: LIMITS.account.recoveryCodes }, () => {
    const text = Secret.fromHex(randomBytes(RECOVERY_BYTES).toString("hex")).base32;
    return text.match(/.{1,4}/gu)?.join("-") ?? text;
  });
}

/** Normalizes a typed recovery code for comparison. */
export function plainRecoveryCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z2-7]/gu, "");
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: "Winnow",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
