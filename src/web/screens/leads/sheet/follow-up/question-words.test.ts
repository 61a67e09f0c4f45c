import { expect, test } from "vitest";
import type { FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import { historyOf, sendable, whyNot } from "#web/screens/leads/sheet/follow-up/question-words.ts";

function question(more: Partial<FollowUpQuestion>): FollowUpQuestion {
  return {
    id: "7-phone",
    leadId: "7",
    question: "What number can we call you on?",
    questionType: "phone",
    method: "email",
    response: "",
    isAnswered: false,
    sentAt: null,
    respondedAt: null,
    state: "drafted",
    subject: "A question for you",
    reason: "Phone number is missing.",
    attempt: 0,
    dueAt: null,
    obstacle: "",
    responseEmailId: null,
    ...more,
  };
}

test("sends drafted, unanswered and failed questions, but no dismissed or blocked ones", () => {
  const drafted = question({});
  const failed = question({ state: "failed" });
  const tooSoon = question({ state: "sent", obstacle: "Too soon." });
  expect(sendable([drafted, tooSoon, question({ state: "stopped" }), failed])).toEqual([drafted, failed]);
  expect(whyNot([question({ state: "answered", obstacle: "Answered." }), tooSoon])).toBe("Too soon.");
  expect(whyNot([drafted])).toBe("");
});

test("states the attempts, even if fewer are allowed by now", () => {
  expect(historyOf({ attempt: 2 }, 3)).toBe("attempt 2 of 3");
  expect(historyOf({ attempt: 4 }, 3)).toBe("attempt 4 of 4");
});
