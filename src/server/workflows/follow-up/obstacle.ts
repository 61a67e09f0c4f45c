import type { Settings } from "#shared/contract/settings.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import { isMailAddress } from "#server/mail/mail-address.ts";
import type { FollowUpStanding } from "#server/store/follow-up-types.ts";

export type FollowUpSettings = Pick<
  Settings,
  "followUpAutomatic" | "followUpAttempts" | "followUpDays" | "followUpSignature"
>;

/** What keeps a question from being sent: an id for programs, a sentence for people. */
export interface Obstacle {
  id:
    | "lead_rejected"
    | "no_email"
    | "opted_out"
    | "unreachable"
    | "already_answered"
    | "being_sent"
    | "attempts_used_up"
    | "too_soon";
  message: string;
}

const DAY_MILLISECONDS = 86_400_000;
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/**
 * Why this question may not go out at `now` (ISO 8601), null when it may. All that is set and all that has happened
 * counts, so that it is asked again in the transaction that marks the message as being sent.
 */
export function obstacleTo(
  questionType: MissingInfo,
  standing: FollowUpStanding,
  settings: FollowUpSettings,
  now: string,
): Obstacle | null {
  const { lead, questions, messages, suppression } = standing;
  const question = questions.find((one) => one.questionType === questionType);
  if (lead.status === "rejected") return { id: "lead_rejected", message: "This lead was rejected." };
  if (parseEmailAddress(lead.email) === null) {
    return { id: "no_email", message: "There is no e-mail address to send it to." };
  }
  if (!isMailAddress(lead.email)) return { id: "no_email", message: "No mail can be sent to this address." };
  if (suppression?.kind === "unsubscribed") {
    return { id: "opted_out", message: `They want no more messages: ${suppression.reason}` };
  }
  if (suppression?.kind === "unreachable") {
    return { id: "unreachable", message: `Mail to this address comes back: ${suppression.reason}` };
  }
  if (question?.state === "answered") return { id: "already_answered", message: "They have answered already." };
  if (!lead.missingInfo.includes(questionType)) return { id: "already_answered", message: "This is known by now." };
  if (question?.state === "sending" || messages.some(({ state }) => state === "sending")) {
    return { id: "being_sent", message: "A message to this lead is being sent." };
  }
  if (attemptsOf(standing) >= settings.followUpAttempts) {
    const { followUpAttempts: most } = settings;
    return {
      id: "attempts_used_up",
      message: `They were asked ${most === 1 ? "once" : `${most} times`}, which is as often as is set.`,
    };
  }
  const next = nextAllowed(standing, settings);
  if (next !== null && next > now) {
    const message = `The last message went out too short a time ago. The next may go out on ${DAY.format(new Date(next))}.`;
    return { id: "too_soon", message };
  }
  return null;
}

/** How many messages the lead got, those included of which nobody knows. */
export function attemptsOf({ messages }: Pick<FollowUpStanding, "messages">): number {
  return messages.filter(isCounted).length;
}

/** When the lead may get another message; null when it got none. */
export function nextAllowed(
  { messages }: Pick<FollowUpStanding, "messages">,
  { followUpDays }: Pick<FollowUpSettings, "followUpDays">,
): string | null {
  const last = messages.filter(isCounted).at(-1);
  return last === undefined
    ? null
    : new Date(Date.parse(last.startedAt) + followUpDays * DAY_MILLISECONDS).toISOString();
}

function isCounted({ state }: FollowUpStanding["messages"][number]): boolean {
  return state === "sent" || state === "unknown";
}
