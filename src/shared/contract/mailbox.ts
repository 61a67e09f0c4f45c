import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** A message the mailbox sync has seen, and what the analysis said of it. */
export const ProcessedEmail = z.object({
  id: Id,
  from: z.string(),
  leadName: z.string(),
  subject: z.string(),
  isLead: z.boolean(),
  confidence: z.int().min(0).max(100),
  date: Timestamp,
});
export type ProcessedEmail = z.infer<typeof ProcessedEmail>;

export const MailboxConfig = z.object({
  email: z.string(),
  hasAppPassword: z.boolean(),
  enabled: z.boolean(),
  autoSync: z.boolean(),
  syncInterval: z.int(),
  labels: z.string(),
});
export type MailboxConfig = z.infer<typeof MailboxConfig>;

export const MAILBOX_DEFAULTS = {
  enabled: false,
  autoSync: false,
  syncInterval: LIMITS.mailbox.syncInterval.default,
  labels: LIMITS.mailbox.defaultLabel,
} as const;
