import type { FetchOutcome } from "#server/platform/guarded-fetch.ts";
import { NOT_PUBLIC } from "#server/platform/outside-url.ts";

/** Of the receiver's own words. */
const WORDS_LENGTH = 100;

/** Why an event wasn't accepted, with the cause and the fix. `said` is what the receiver answered. */
export function receiverFailure(outcome: FetchOutcome, said: string): string {
  const { status } = outcome;
  if (status === null) return outcome.kind === "answered" ? "" : unanswered(outcome);
  const words = said.replaceAll(/\s+/gu, " ").trim().slice(0, WORDS_LENGTH).toWellFormed().replace(/\.$/u, "");
  const cited = words === "" ? `(${status})` : `(${status}: ${words})`;
  if (status >= 300 && status <= 399) return `The URL redirects, which isn't followed. Enter the URL it leads to.`;
  if (status === 401 || status === 403) return `The receiver denies access ${cited}. Check the URL.`;
  if (status === 404) return `The receiver has nothing at this URL ${cited}. Check it.`;
  if (status === 410)
    return `The receiver stopped taking events ${cited}. Enter another URL, or delete this integration.`;
  if (status === 429) return `The receiver asks to wait ${cited}. Winnow tries again.`;
  if (status >= 500) return `The receiver has a problem ${cited}. Winnow tries again.`;
  return `The receiver refuses the event ${cited}. Check the URL.`;
}

function unanswered({ kind, reason }: Exclude<FetchOutcome, { kind: "answered" }>): string {
  if (reason === NOT_PUBLIC) return `${reason} To allow it, set WINNOW_SCRAPE_ALLOW_PRIVATE=1 on the server.`;
  return kind === "refused" ? reason : `${reason} Check the URL, or wait until the receiver works again.`;
}
