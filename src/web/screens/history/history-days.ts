import type { JournalAct } from "#shared/contract/journal.ts";

/** What was done on one day where the reader is. */
export interface HistoryDay {
  /** The day at midnight, in milliseconds since 1970. */
  start: number;
  acts: JournalAct[];
}

/** Acts by day, in the order they come in. */
export function historyDays(acts: readonly JournalAct[]): HistoryDay[] {
  const days: HistoryDay[] = [];
  for (const act of acts) {
    const start = new Date(act.at).setHours(0, 0, 0, 0);
    const day = days.at(-1);
    if (day?.start === start) day.acts.push(act);
    else days.push({ start, acts: [act] });
  }
  return days;
}

/** A day as people call it: "Today", "Yesterday", "Monday, March 3", with its year where that is another. */
export function dayName(start: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (start === today) return "Today";
  if (start === new Date(today).setDate(new Date(today).getDate() - 1)) return "Yesterday";
  const isThisYear = new Date(start).getFullYear() === new Date(now).getFullYear();
  return new Date(start).toLocaleDateString(undefined, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}
