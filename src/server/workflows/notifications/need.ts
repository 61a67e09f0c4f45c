import type { Notification } from "#shared/contract/notification.ts";

/** Something that needs a person now; whether they have read of it is told elsewhere. */
export type Need = Omit<Notification, "isRead">;

/** A count with what is counted: "1 lead", "12 leads", "At least 10,000 leads". */
export function counted({ count, exact }: { count: number; exact: boolean }, noun: string): string {
  const words = `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
  return exact ? words : `At least ${words}`;
}
