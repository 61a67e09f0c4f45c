import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

export const FollowUpQuestion = z.object({
  id: Id,
  leadId: Id,
  question: z.string(),
  questionType: z.string(),
  method: z.string(),
  response: z.string(),
  isAnswered: z.boolean(),
  sentAt: Timestamp.nullable(),
  respondedAt: Timestamp.nullable(),
});
export type FollowUpQuestion = z.infer<typeof FollowUpQuestion>;
