import { createHash, randomBytes } from "node:crypto";

const BYTES = 32;

/** 256 random bits as 43 characters that an address and a cookie can hold. */
export function newSecret(): string {
  return randomBytes(BYTES).toString("base64url");
}

/** What is kept of such a secret. Nobody can guess 256 random bits, so neither a salt nor a slow hash adds anything. */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
