import { DAY, HOUR, MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { text, type FetchOutcome } from "#server/platform/guarded-fetch.ts";
import type { AttemptEnd } from "#server/db/outbox/webhook-deliveries.ts";

const SECOND = 1_000;

/** Delays after each failed attempt, as Standard Webhooks recommends. */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const JITTER = 0.1;

/** How an attempt ended, and whether the receiver wants none from now on or before some time. */
export interface Attempt extends AttemptEnd {
  isGone: boolean;
  restUntil: string | null;
}

/** Reads the answer to the attempt after `attempts` earlier ones. */
export function attemptOf(
  outcome: FetchOutcome,
  { attempts, now, random = Math.random }: { attempts: number; now: Date; random?: () => number },
): Attempt {
  const { status } = outcome;
  const answered = { answerStatus: status, answer: excerptOf(outcome) };
  const after = (milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();
  // Whatever happens to its body, a 2xx status means that the receiver has the event.
  if (status !== null && status >= 200 && status <= 299) {
    return { ...answered, state: "delivered", nextAttempt: null, counts: true, isGone: false, restUntil: null };
  }
  const asked = status === 429 || status === 503 ? retryAfter(outcome, now) : null;
  if (status === 429 && asked !== null) {
    const at = after(asked);
    return { ...answered, state: "waiting", nextAttempt: at, counts: false, isGone: false, restUntil: at };
  }
  const delay = status === 410 ? undefined : RETRY_DELAYS[attempts];
  if (delay === undefined) {
    return { ...answered, state: "failed", nextAttempt: null, counts: true, isGone: status === 410, restUntil: null };
  }
  const nextAttempt = after(Math.max(delay * (1 + random() * JITTER), asked ?? 0));
  return { ...answered, state: "waiting", nextAttempt, counts: true, isGone: false, restUntil: null };
}

/** Milliseconds from a Retry-After header in either form; null without a valid one. */
function retryAfter(outcome: FetchOutcome, now: Date): number | null {
  if (outcome.kind !== "answered") return null;
  const value = text(outcome.headers["retry-after"]).trim();
  const milliseconds = /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) * SECOND : Date.parse(value) - now.getTime();
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(milliseconds, SECOND), DAY);
}

/** The start of the answer, or why there is none; PostgreSQL can't store a null character. */
function excerptOf(outcome: FetchOutcome): string {
  if (outcome.kind !== "answered") return outcome.reason;
  if (outcome.status >= 300 && outcome.status <= 399) return "The receiver redirects. Redirects aren't followed.";
  return outcome.body.toString("utf8").replaceAll("\0", "").slice(0, LIMITS.webhook.answerExcerpt);
}
