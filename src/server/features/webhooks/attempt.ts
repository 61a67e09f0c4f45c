import { HOUR, MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { retryAfter, type FetchOutcome } from "#server/platform/guarded-fetch.ts";
import type { SendResult } from "#server/features/crm-sending/send-to-crm.ts";
import { receiverFailure } from "#server/features/webhooks/receiver-failure.ts";
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
/** A write takes up to four requests, and Google permits 60 a minute. */
const SHEET_PAUSE = 15 * SECOND;
/** Long sheets are written less often. */
const SHEET_PAUSE_FACTOR = 10;

/** How an attempt ended, and whether the receiver wants none from now on or before some time. */
export interface Attempt extends AttemptEnd {
  isGone: boolean;
  restUntil: string | null;
  /** What people read about a failure: one sentence with the cause, and the fix. Empty if the receiver didn't fail. */
  problem: string;
  /** Set if only this event was refused, so that others may still be accepted. */
  isRefused?: true;
}

interface Now {
  /** Earlier attempts. */
  attempts: number;
  now: Date;
  random?: () => number;
}

/** Reads the answer to a request. */
export function attemptOf(outcome: FetchOutcome, at: Now): Attempt {
  const { status } = outcome;
  const answer = excerptOf(outcome);
  // Whatever happens to its body, a 2xx status means that the receiver has the event.
  if (status !== null && status >= 200 && status <= 299) {
    return { answerStatus: status, answer, problem: "", ...DELIVERED };
  }
  const answered = { answerStatus: status, answer, problem: receiverFailure(outcome, answer) };
  const mayAsk = outcome.kind === "answered" && (status === 429 || status === 503);
  const asked = mayAsk ? retryAfter(outcome.headers, at.now) : null;
  if (status === 429 && asked !== null) return { ...answered, ...restUntil(asked, at) };
  return { ...answered, ...(status === 410 ? { ...FAILED, isGone: true } : retried(asked, at)) };
}

/** Reads what became of a lead in a CRM. */
export function attemptOfCrm(sent: SendResult, at: Now): Attempt {
  const done = { answerStatus: sent.status, answer: sent.answer, problem: "" };
  if (sent.failure === null) return { ...done, ...DELIVERED };
  if (sent.failure === "unchanged") return { ...done, ...DELIVERED, counts: false };
  if (sent.failure === "unsent") return { ...done, ...FAILED, counts: false };
  const answered = { ...done, problem: sent.answer };
  if (sent.failure === "refused") return { ...answered, ...FAILED, isRefused: true };
  if (sent.failure === "busy") return { ...answered, ...restUntil(sent.waitMilliseconds ?? MINUTE, at) };
  // Other leads would fail as well, and each takes an attempt.
  const rest = new Date(at.now.getTime() + MINUTE).toISOString();
  return { ...answered, ...retried(sent.waitMilliseconds, at), restUntil: rest };
}

/** Reads what became of a sheet. The next write waits, so that changes gather and Google's quota lasts. */
export function attemptOfSheet(sent: SendResult, at: Now, tookMilliseconds: number): Attempt {
  const attempt = attemptOfCrm(sent, at);
  if (attempt.state !== "delivered") return attempt;
  const pause = Math.max(SHEET_PAUSE, tookMilliseconds * SHEET_PAUSE_FACTOR);
  return { ...attempt, restUntil: new Date(at.now.getTime() + pause).toISOString() };
}

type End = Omit<Attempt, "answerStatus" | "answer" | "problem">;

const DELIVERED: End = { state: "delivered", nextAttempt: null, counts: true, isGone: false, restUntil: null };
const FAILED: End = { ...DELIVERED, state: "failed" };

function restUntil(milliseconds: number, { now }: Now): End {
  const at = new Date(now.getTime() + milliseconds).toISOString();
  return { state: "waiting", nextAttempt: at, counts: false, isGone: false, restUntil: at };
}

/** Waits longer after each attempt, and gives up after the last one. */
function retried(asked: number | null, { attempts, now, random = Math.random }: Now): End {
  const delay = RETRY_DELAYS[attempts];
  if (delay === undefined) return FAILED;
  const milliseconds = Math.max(delay * (1 + random() * JITTER), asked ?? 0);
  const nextAttempt = new Date(now.getTime() + milliseconds).toISOString();
  return { state: "waiting", nextAttempt, counts: true, isGone: false, restUntil: null };
}

/** The start of the answer, or why there is none; PostgreSQL can't store a null character. */
function excerptOf(outcome: FetchOutcome): string {
  if (outcome.kind !== "answered") return outcome.reason;
  if (outcome.status >= 300 && outcome.status <= 399) return "The receiver redirects. Redirects aren't followed.";
  return outcome.body.toString("utf8").replaceAll("\0", "").slice(0, LIMITS.webhook.answerExcerpt);
}
