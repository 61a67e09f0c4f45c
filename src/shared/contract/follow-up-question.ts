import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { MISSING_INFO } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";

export const FOLLOW_UP_STATES = ["drafted", "approved", "sending", "sent", "answered", "stopped", "failed"] as const;
export const FollowUpState = z.enum(FOLLOW_UP_STATES);
export type FollowUpState = z.infer<typeof FollowUpState>;

/** Whether we are waiting, or about to wait, for the lead's answer. */
export function isOpenQuestion({ state }: { state: FollowUpState }): boolean {
  return state === "approved" || state === "sending" || state === "sent";
}

/** Information missing from a lead's message, to ask for: drafted, sent by email, answered or abandoned. */
export const FollowUpQuestion = z.object({
  id: Id,
  leadId: Id,
  question: z.string(),
  /** What the answer would fill in. */
  questionType: z.enum(MISSING_INFO),
  /** "phone" if no email address is known. */
  method: z.enum(["email", "phone"]),
  response: z.string(),
  isAnswered: z.boolean(),
  sentAt: Timestamp.nullable(),
  respondedAt: Timestamp.nullable(),
  state: FollowUpState,
  /** Subject of the message it is sent in. */
  subject: z.string(),
  /** Why it is asked, was stopped or couldn't be sent. */
  reason: z.string(),
  /** How many messages have asked it. */
  attempt: z.int(),
  /** When it may be asked next, or is sent automatically; null if never. */
  dueAt: Timestamp.nullable(),
  /** Why it can't be sent now; empty if it can. */
  obstacle: z.string(),
  /** The analyzed message that answered it. */
  responseEmailId: Id.nullable(),
});
export type FollowUpQuestion = z.infer<typeof FollowUpQuestion>;

export const FollowUpParams = z.object({ id: Id, questionId: Id });

export const FollowUpQuestionUpdate = z.object({
  question: z.string().trim().min(1, "Question is required").max(LIMITS.followUp.questionLength),
});
export type FollowUpQuestionUpdate = z.infer<typeof FollowUpQuestionUpdate>;

/** `all` sends the lead's other drafted questions in the same message. */
export const FollowUpSendQuery = z.object({ questions: z.enum(["one", "all"]).optional() });

/** Why we don't write to an address: its owner opted out, or mail bounces. */
export const Suppression = z.object({
  kind: z.enum(["unsubscribed", "unreachable"]),
  reason: z.string(),
  at: Timestamp,
});
export type Suppression = z.infer<typeof Suppression>;

/** Null while the lead may be contacted. */
export const SuppressionOfLead = z.object({ suppression: Suppression.nullable() });

/** Contacting a lead again requires a reason. */
export const SuppressionLift = z.object({
  reason: z.string().trim().min(1, "Reason is required").max(LIMITS.followUp.reasonLength),
});
