import { addressQualityOf } from "#shared/contract/leads/address-quality.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { DAY } from "#shared/durations.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import { ownTimeZone } from "#shared/time-zone.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { isNoReplyAddress } from "#server/pipeline/text/email-noise.ts";
import { isMailAddress } from "#server/delivery/mail/mail-address.ts";
import type { FollowUpSnapshot } from "#server/db/follow-ups/follow-up-rows.ts";
import { dayWords } from "#server/platform/english-dates.ts";

export type FollowUpSettings = Pick<
  Settings,
  "followUpAutomatic" | "followUpAttempts" | "followUpDays" | "followUpSignature" | "reportTimeZone"
>;

/** What blocks a question from being sent: an id for programs, a sentence for people. */
export interface Blocker {
  id:
    | "lead_rejected"
    | "no_email"
    | "opted_out"
    | "unreachable"
    | "bad_address"
    | "already_answered"
    | "being_sent"
    | "attempts_used_up"
    | "too_soon";
  message: string;
}

/**
 * Why this question may not be sent at `now` (ISO 8601), or null. Considers all settings and events, and is asked again
 * in the transaction that marks the message as being sent.
 */
export function findBlocker(
  questionType: MissingInfo,
  snapshot: FollowUpSnapshot,
  settings: FollowUpSettings,
  now: string,
): Blocker | null {
  const { lead, questions, messages, suppression } = snapshot;
  const question = questions.find((one) => one.questionType === questionType);
  if (lead.status === "rejected") return { id: "lead_rejected", message: "This lead was rejected." };
  if (parseEmailAddress(lead.email) === null) {
    return { id: "no_email", message: "This lead has no email address." };
  }
  if (!isMailAddress(lead.email)) return { id: "no_email", message: "Email can't be sent to this address." };
  if (isNoReplyAddress(lead.email)) return { id: "no_email", message: "Nobody reads email to this address." };
  if (suppression?.kind === "unsubscribed") {
    return { id: "opted_out", message: `They unsubscribed: ${suppression.reason}` };
  }
  if (suppression?.kind === "unreachable") {
    return { id: "unreachable", message: `Email to this address bounces: ${suppression.reason}` };
  }
  const { addressQuality, addressReason } = addressQualityOf(lead);
  if (addressQuality === "bad") {
    return { id: "bad_address", message: `Email can't arrive at this address. ${addressReason}` };
  }
  if (question?.state === "answered") return { id: "already_answered", message: "They already answered." };
  if (!lead.missingInfo.includes(questionType))
    return { id: "already_answered", message: "This is no longer missing." };
  if (question?.state === "sending" || messages.some(({ state }) => state === "sending")) {
    return { id: "being_sent", message: "A message to this lead is already being sent." };
  }
  if (attemptsOf(snapshot) >= settings.followUpAttempts) {
    const { followUpAttempts: most } = settings;
    return {
      id: "attempts_used_up",
      message: `They were asked ${most === 1 ? "once" : `${most} times`}, which is the maximum.`,
    };
  }
  const next = nextAllowed(snapshot, settings);
  if (next !== null && next > now) {
    const day = dayWords(new Date(next), { timeZone: settings.reportTimeZone ?? ownTimeZone() });
    const message = `The next message can be sent on ${day}.`;
    return { id: "too_soon", message };
  }
  return null;
}

/** How many messages the lead got, including those that may not have been delivered. */
export function attemptsOf({ messages }: Pick<FollowUpSnapshot, "messages">): number {
  return messages.filter(isCounted).length;
}

/** When the lead may get another message; null if it got none. */
export function nextAllowed(
  { messages }: Pick<FollowUpSnapshot, "messages">,
  { followUpDays }: Pick<FollowUpSettings, "followUpDays">,
): string | null {
  const last = messages.filter(isCounted).at(-1);
  return last === undefined ? null : new Date(Date.parse(last.startedAt) + followUpDays * DAY).toISOString();
}

function isCounted({ state }: FollowUpSnapshot["messages"][number]): boolean {
  return state === "sent" || state === "unknown";
}
