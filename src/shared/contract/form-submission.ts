import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

export const FormSubmission = z.object({
  id: Id,
  formType: z.string(),
  submissionData: z.unknown(),
  leadId: Id.nullable(),
  isProcessed: z.boolean(),
  submittedAt: Timestamp,
});
export type FormSubmission = z.infer<typeof FormSubmission>;
