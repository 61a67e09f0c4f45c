import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { LIMITS } from "#shared/limits.ts";

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A clock may be so many periods off, as RFC 6238, 5.2 recommends. */
const WINDOW = 1;
const RECOVERY_BYTES = 10;

/** A new authenticator's secret (160 bits, as RFC 4226, 4 wants) in base32. */
export function newAuthenticator(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that authenticator apps read from a QR code ("otpauth://totp/…"). */
export function authenticatorUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** The time step (RFC 6238) that a code belongs to at this moment; null when it is not a code of now. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const digits = code.replaceAll(/\s/gu, "");
  if (!/^\d{6}$/u.test(digits)) return null;
  const timestamp = at.getTime();
  const delta = totpOf(secret, "").validate({ token: digits, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** Codes of 80 random bits for when the authenticator is lost, in groups that can be copied by hand. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: LIMITS.account.recoveryCodes }, () => {
    const text = Secret.fromHex(randomBytes(RECOVERY_BYTES).toString("hex")).base32;
    return text.match(/.{4}/gu)?.join("-") ?? text;
  });
}

/** A recovery code as it is compared, however it was typed. */
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
