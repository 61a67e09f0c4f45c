import { z } from "zod";
import { Timestamp } from "#shared/contract/common.ts";

export const NOTIFICATION_KINDS = [
  "leads_to_review",
  "possible_duplicates",
  "source_failing",
  "target_failing",
  "mailbox_failing",
  "email_failing",
  "report_not_sent",
  "removal_ahead",
  "health",
] as const;

/** Tells what it is about, too, so it is longer than other ids. */
const NotificationId = z.string().min(1).max(200);

/**
 * Something that needs a person, for as long as it does: each is worked out from what is so now, none is kept after it
 * was mended. The same trouble that comes back later is another notification, unread again.
 */
export const Notification = z.object({
  id: NotificationId,
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  description: z.string(),
  at: Timestamp,
  /** The page where it is mended. */
  href: z.string(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationList = z.object({ items: z.array(Notification), unread: z.int() });
export type NotificationList = z.infer<typeof NotificationList>;

/** Those that were seen: another may have come up meanwhile. */
export const NotificationsRead = z.object({ ids: z.array(NotificationId).min(1).max(1_000) });
export type NotificationsRead = z.infer<typeof NotificationsRead>;
