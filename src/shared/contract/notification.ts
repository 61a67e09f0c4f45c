import { z } from "zod";
import { Timestamp } from "#shared/contract/common.ts";

export const NOTIFICATION_KINDS = [
  "mention",
  "next_step_due",
  "leads_to_review",
  "emails_to_review",
  "possible_duplicates",
  "source_failing",
  "target_failing",
  "mailbox_failing",
  "email_failing",
  "report_not_sent",
  "webhook_disabled",
  "crm_failing",
  "removal_ahead",
  "health",
] as const;

/** Includes its subject, so it is longer than other ids. */
const NotificationId = z.string().min(1).max(200);

/**
 * Something that currently needs attention. Computed from the current state, so it disappears once fixed; if the
 * problem returns, it is a new, unread notification.
 */
export const Notification = z.object({
  id: NotificationId,
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  description: z.string(),
  at: Timestamp,
  /** The page to fix it on. */
  href: z.string(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationList = z.object({ items: z.array(Notification), unread: z.int() });
export type NotificationList = z.infer<typeof NotificationList>;

/** Marks only those seen; others may have arrived in the meantime. */
export const NotificationsRead = z.object({ ids: z.array(NotificationId).min(1).max(1_000) });
export type NotificationsRead = z.infer<typeof NotificationsRead>;
