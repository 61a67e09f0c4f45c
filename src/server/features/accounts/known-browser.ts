import { LIMITS } from "#shared/limits.ts";
import { newSecret } from "#server/features/accounts/credentials/secret.ts";
import { nameKey } from "#server/features/accounts/attempts.ts";
import { daysFrom } from "#server/features/accounts/session-times.ts";
import type { Workspace } from "#server/workspace.ts";

/** The purpose of the signature. */
const KNOWN_BROWSER = "known browser";

/**
 * The value a browser keeps once someone signed in there by name, so that others' guesses don't lock that person out
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It grants no access.
 */
export function rememberBrowser({ secrets, clock }: Workspace, username: string): string {
  const id = newSecret();
  const until = String(Date.parse(daysFrom(clock(), LIMITS.account.sessionDays)));
  return [id, until, secrets.sign(claimOf(username, id, until), KNOWN_BROWSER)].join(".");
}

/** The id of the browser this was issued to, if this name has signed in there; otherwise null. */
export function browserKnownTo({ secrets, clock }: Workspace, username: string, kept: string | null): string | null {
  const [id = "", until = "", signature = ""] = (kept ?? "").split(".");
  if (!secrets.isSigned(claimOf(username, id, until), signature, KNOWN_BROWSER)) return null;
  return Number(until) > clock().getTime() ? id : null;
}

function claimOf(username: string, id: string, until: string): string {
  return `${nameKey(username)} ${id} ${until}`;
}
