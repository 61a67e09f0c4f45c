import { createHash, randomBytes } from "node:crypto";
import { isSameToken } from "#server/platform/secrets.ts";

const BYTES = 32;

/** 256 random bits as 43 characters, safe in URLs and cookies. */
export function newSecret(): string {
  return randomBytes(BYTES).toString("base64url");
}

/** The stored form. 256 random bits can't be guessed, so a salt or slow hash adds nothing. */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Whether this secret has that hash, in constant time; nothing has the hash null. */
export function isSecret(secret: string, hash: string | null): boolean {
  return hash !== null && isSameToken(secretHash(secret), hash);
}
