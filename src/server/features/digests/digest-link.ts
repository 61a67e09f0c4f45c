import type { Secrets } from "#server/platform/secrets.ts";

const PURPOSE = "digest unsubscribe";
const TOKEN = /^(\d{1,19})\.([\w-]{43})$/u;

/** Where people turn their digests off without signing in. */
export const DIGEST_OFF_PATH = "/u/digest";

/** The token of an account's unsubscribe link. It doesn't expire, since old emails must stay unsubscribable. */
export function writeDigestToken(secrets: Pick<Secrets, "sign">, accountId: string): string {
  return `${accountId}.${secrets.sign(accountId, PURPOSE)}`;
}

/** The account of a token; null if this server hasn't signed it. */
export function readDigestToken(secrets: Pick<Secrets, "isSigned">, token: string): string | null {
  const [, accountId = "", signature = ""] = TOKEN.exec(token) ?? [];
  return accountId !== "" && secrets.isSigned(accountId, signature, PURPOSE) ? accountId : null;
}
