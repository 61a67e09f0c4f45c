import { LIMITS } from "#shared/limits.ts";
import { newSecret } from "#server/authentication/secret.ts";
import { nameKey } from "#server/workflows/accounts/attempts.ts";
import { daysFrom } from "#server/workflows/accounts/session-times.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What it is signed for. */
const KNOWN_BROWSER = "known browser";

/**
 * What a browser keeps once somebody signed in by name there, so that the guesses of others do not keep that person out
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It lets nobody in.
 */
export function rememberBrowser({ secrets, clock }: Workspace, username: string): string {
  const id = newSecret();
  const until = String(Date.parse(daysFrom(clock(), LIMITS.account.sessionDays)));
  return [id, until, secrets.sign(claimOf(username, id, until), KNOWN_BROWSER)].join(".");
}

/** The id of the browser that this was made for, where somebody has signed in by this name; null for every other. */
export function browserKnownTo({ secrets, clock }: Workspace, username: string, kept: string | null): string | null {
  const [id = "", until = "", signature = ""] = (kept ?? "").split(".");
  if (!secrets.isSigned(claimOf(username, id, until), signature, KNOWN_BROWSER)) return null;
  return Number(until) > clock().getTime() ? id : null;
}

function claimOf(username: string, id: string, until: string): string {
  return `${nameKey(username)} ${id} ${until}`;
}
