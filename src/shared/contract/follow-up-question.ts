import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { MISSING_INFO } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";

export const FOLLOW_UP_STATES = ["drafted", "approved", "sending", "sent", "answered", "stopped", "failed"] as const;
export const FollowUpState = z.enum(FOLLOW_UP_STATES);
export type FollowUpState = z.infer<typeof FollowUpState>;

/** Whether somebody waits for the lead's answer, or is about to. */
export function isOpenQuestion({ state }: { state: FollowUpState }): boolean {
  return state === "approved" || state === "sending" || state === "sent";
}

/** One thing to ask a lead for, which its message leaves open: drafted, asked by mail some times, answered or given up. */
export const FollowUpQuestion = z.object({
  id: Id,
  leadId: Id,
  question: z.string(),
  /** What it would fill in. */
  questionType: z.enum(MISSING_INFO),
  /** How it can be asked: "email", or "phone" where no address is known. */
  method: z.enum(["email", "phone"]),
  response: z.string(),
  isAnswered: z.boolean(),
  sentAt: Timestamp.nullable(),
  respondedAt: Timestamp.nullable(),
  state: FollowUpState,
  /** Of the message that it goes out in. */
  subject: z.string(),
  /** Why it is asked, or why it was stopped or could not be sent. */
  reason: z.string(),
  /** In how many messages it was asked. */
  attempt: z.int(),
  /** When it may be asked next, or will be when follow-ups go out by themselves; null when never. */
  dueAt: Timestamp.nullable(),
  /** Why it cannot be sent now, in words; empty when it can. */
  obstacle: z.string(),
  /** The analysed message that answered. */
  responseEmailId: Id.nullable(),
});
export type FollowUpQuestion = z.infer<typeof FollowUpQuestion>;

export const FollowUpParams = z.object({ id: Id, questionId: Id });

export const FollowUpQuestionUpdate = z.object({
  question: z
    .string()
    .trim()
    .min(1, "The question is empty")
    .max(LIMITS.followUp.questionLength, `At most ${LIMITS.followUp.questionLength} characters`),
});
export type FollowUpQuestionUpdate = z.infer<typeof FollowUpQuestionUpdate>;

/** `all` sends the lead's other drafted questions in the same message. */
export const FollowUpSendQuery = z.object({ questions: z.enum(["one", "all"]).optional() });

/** Why an address is not written to: its owner asked for that, or mail to it comes back. */
export const Suppression = z.object({
  kind: z.enum(["unsubscribed", "unreachable"]),
  reason: z.string(),
  at: Timestamp,
});
export type Suppression = z.infer<typeof Suppression>;

/** Null while the lead may be written to. */
export const SuppressionOfLead = z.object({ suppression: Suppression.nullable() });

/** Only with a reason may somebody be written to again. */
export const SuppressionLift = z.object({
  reason: z
    .string()
    .trim()
    .min(1, "Say why they may be written to again")
    .max(LIMITS.followUp.reasonLength, `At most ${LIMITS.followUp.reasonLength} characters`),
});
