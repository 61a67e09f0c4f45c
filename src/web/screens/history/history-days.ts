import type { JournalAction } from "#shared/contract/journal.ts";
import { formatWeekday } from "#web/format/date.ts";

/** The actions of one local day. */
export interface HistoryDay {
  /** Local midnight as a Unix timestamp in milliseconds; NaN for actions without a time. */
  start: number;
  actions: JournalAction[];
}

/** Groups actions by day, keeping their order. */
export function historyDays(actions: readonly JournalAction[]): HistoryDay[] {
  const days: HistoryDay[] = [];
  for (const action of actions) {
    const start = new Date(action.at).setHours(0, 0, 0, 0);
    const day = days.at(-1);
    if (day !== undefined && Object.is(day.start, start)) day.actions.push(action);
    else days.push({ start, actions: [action] });
  }
  return days;
}

/** "Today", "Yesterday", or "Monday, March 3", with the year if it isn't this one. */
export function dayName(start: number, now: number): string {
  if (Number.isNaN(start)) return "Unknown date";
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (start === today) return "Today";
  if (start === new Date(today).setDate(new Date(today).getDate() - 1)) return "Yesterday";
  return formatWeekday(start, now);
}
