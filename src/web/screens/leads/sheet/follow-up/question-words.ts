import type { FollowUpQuestion, FollowUpState } from "#shared/contract/follow-up-question.ts";
import type { StatusTone } from "#web/ui/status.tsx";

export const STATES: Readonly<Record<FollowUpState, { tone: StatusTone; word: string }>> = {
  drafted: { tone: "neutral", word: "Drafted" },
  approved: { tone: "accent", word: "Approved" },
  sending: { tone: "accent", word: "Sending" },
  sent: { tone: "accent", word: "Sent" },
  answered: { tone: "success", word: "Answered" },
  stopped: { tone: "neutral", word: "Stopped" },
  failed: { tone: "danger", word: "Failed" },
};

/** "attempt 2 of 3". */
export function historyOf({ attempt }: Pick<FollowUpQuestion, "attempt">, most: number): string {
  return `attempt ${attempt} of ${Math.max(attempt, most)}`;
}

/** Questions that can be sent now, in order. */
export function sendable(questions: readonly FollowUpQuestion[]): FollowUpQuestion[] {
  return questions.filter(
    ({ state, obstacle }) => obstacle === "" && (state === "drafted" || state === "sent" || state === "failed"),
  );
}

/** Why drafted questions can't be sent; empty if there are none. */
export function whyNot(questions: readonly FollowUpQuestion[]): string {
  const waiting = questions.filter(({ state }) => state !== "answered" && state !== "stopped");
  return waiting.find(({ obstacle }) => obstacle !== "")?.obstacle ?? "";
}
