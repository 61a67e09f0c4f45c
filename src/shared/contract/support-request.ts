import { z } from "zod";
import { Id, line, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** The configured support address; null if none. */
export const Support = z.object({ email: z.string().nullable() });
export type Support = z.infer<typeof Support>;

export const NewSupportRequest = z.object({
  name: visibleLine(LIMITS.lead.nameLength, "Name is required"),
  email: line(LIMITS.lead.emailLength).min(1, "Email is required"),
  message: z
    .string()
    .max(LIMITS.support.messageLength)
    .refine((text) => text.trim() !== "", "Message is required"),
});
export type NewSupportRequest = z.infer<typeof NewSupportRequest>;

/** Always stored; `mailed` if the mail server accepted it for the support address, otherwise `message` says why not. */
export const SupportRequest = z.object({ id: Id, mailed: z.boolean(), message: z.string(), createdAt: Timestamp });
export type SupportRequest = z.infer<typeof SupportRequest>;
