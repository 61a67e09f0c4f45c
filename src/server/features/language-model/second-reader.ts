import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { LanguageModel, ModelError } from "#server/delivery/language-model/completions.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

const { pauseMinutes, longestPauseMinutes } = LIMITS.secondReader;

/** The language model, if the operator has configured one and an owner has enabled it; otherwise null. */
export async function secondReader(
  workspace: Pick<Workspace, "store" | "languageModel">,
): Promise<LanguageModel | null> {
  const { languageModel } = workspace;
  if (languageModel === null) return null;
  return (await readSettings(workspace)).useLanguageModel ? languageModel : null;
}

/** Why the model may not be called now, and when it may again; null if it may. */
export async function nextRequestAt(
  { store, clock }: Pick<Workspace, "store" | "clock">,
  { requestsPerDay }: LanguageModel,
): Promise<{ at: Date; why: string } | null> {
  const now = clock();
  const { requests, pausedUntil } = await store.languageModelUse.read(dayOf(now));
  if (requests >= requestsPerDay) return { at: nextDay(now), why: "The daily request limit was reached" };
  if (pausedUntil === null || pausedUntil <= now.toISOString() || isTooFar(pausedUntil, now)) return null;
  return { at: new Date(pausedUntil), why: "The language model didn't respond or asked to wait" };
}

/** Counts a request about to be sent. Returns false if it must not be. */
export async function takeRequest(workspace: Workspace, model: LanguageModel): Promise<boolean> {
  if ((await nextRequestAt(workspace, model)) !== null) return false;
  const { store, clock } = workspace;
  return store.languageModelUse.take(dayOf(clock()), model.requestsPerDay);
}

/** How many requests were sent today. */
export async function requestsToday({ store, clock }: Pick<Workspace, "store" | "clock">): Promise<number> {
  return (await store.languageModelUse.read(dayOf(clock()))).requests;
}

/** Logs a failure, and pauses requests if the model rather than its answer failed. */
export async function noteModelFailure(workspace: Workspace, error: ModelError): Promise<void> {
  const { store, clock, log } = workspace;
  log.warn({ reason: error.reason }, "the language model couldn't be used");
  if (error.fault === "answer") return;
  const minutes = Math.min(longestPauseMinutes, Math.max(pauseMinutes, (error.retryAfterSeconds ?? 0) / 60));
  const now = clock();
  await store.languageModelUse.pause(dayOf(now), new Date(now.getTime() + minutes * MINUTE).toISOString());
}

/** A pause recorded while the clock was ahead. */
function isTooFar(pausedUntil: string, now: Date): boolean {
  return Date.parse(pausedUntil) > now.getTime() + longestPauseMinutes * MINUTE;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function nextDay(now: Date): Date {
  const next = new Date(`${dayOf(now)}T00:00:00.000Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next;
}
