import type { FollowUpQuestion, FollowUpState } from "#shared/contract/follow-up-question.ts";
import type { StatusTone } from "#web/ui/status.tsx";

/** How a question's state looks. */
export const STATES: Readonly<Record<FollowUpState, { tone: StatusTone; word: string }>> = {
  drafted: { tone: "neutral", word: "Drafted" },
  approved: { tone: "accent", word: "Approved" },
  sending: { tone: "accent", word: "Sending" },
  sent: { tone: "accent", word: "Sent" },
  answered: { tone: "success", word: "Answered" },
  stopped: { tone: "neutral", word: "Stopped" },
  failed: { tone: "danger", word: "Failed" },
};

/** How often it was asked of how often it may be: "attempt 2 of 3". */
export function historyOf({ attempt }: Pick<FollowUpQuestion, "attempt">, most: number): string {
  return `attempt ${attempt} of ${Math.max(attempt, most)}`;
}

/** What may go out now, in the order it is asked. */
export function sendable(questions: readonly FollowUpQuestion[]): FollowUpQuestion[] {
  return questions.filter(
    ({ state, obstacle }) => obstacle === "" && (state === "drafted" || state === "sent" || state === "failed"),
  );
}

/** Why none can go out, where one would be asked; empty where nothing is to be asked. */
export function whyNot(questions: readonly FollowUpQuestion[]): string {
  const waiting = questions.filter(({ state }) => state !== "answered" && state !== "stopped");
  return waiting.find(({ obstacle }) => obstacle !== "")?.obstacle ?? "";
}
