import type { Notification } from "#shared/contract/notification.ts";
import { counted } from "#shared/counted.ts";

/** Something that needs attention now; whether it was read is stored separately. */
export type Need = Omit<Notification, "isRead">;

/** A count with its noun: "1 lead", "12 leads", "At least 10,000 leads". */
export function countedSoFar({ count, exact }: { count: number; exact: boolean }, noun: string): string {
  const words = counted(count, noun);
  return exact ? words : `At least ${words}`;
}
