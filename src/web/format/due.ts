import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { DAY } from "#shared/durations.ts";
import { ownTimeZone } from "#shared/time-zone.ts";
import { formatShortDay, isLocalTime } from "#web/format/date.ts";
import { dayOf } from "#web/format/day.ts";

/** The local day, "2026-01-31"; `days` later if given. */
export function localDay(now: number, days = 0): string {
  // Noon, so that clock changes don't matter.
  const noon = new Date(now);
  noon.setHours(12, 0, 0, 0);
  return dayOf(new Date(noon.getTime() + days * DAY).toISOString());
}

/** When a next step is due: "Today", "Tomorrow, 14:30", "Jan 31". */
export function dueText(step: NextStep, now: number): string {
  const [day = ""] = step.due.split("T");
  const near = ["Yesterday", "Today", "Tomorrow"][[-1, 0, 1].findIndex((days) => localDay(now, days) === day)];
  const date = near ?? formatShortDay(new Date(`${day}T12:00`), now);
  const time = dueTime(step);
  return time === "" ? date : `${date}, ${time}`;
}

/** The time of day that a next step is due: "14:30", or empty. A time on clocks that differ names them. */
export function dueTime({ due, timeZone }: NextStep): string {
  const [, time] = due.split("T");
  if (time === undefined) return "";
  return timeZone === ownTimeZone() || isLocalTime(new Date(due), timeZone) ? time : `${time} (${timeZone})`;
}

/** Filters of the lead list by next step. */
export const DUE_FILTERS = ["overdue", "today", "none"] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];

export const DUE_FILTER_WORDS: Record<DueFilter, string> = { overdue: "Overdue", today: "Due today", none: "None" };

/** The filter in the API's terms, by local days. */
export function dueFilterOf(filter: DueFilter, now: number): Pick<LeadFilter, "dueFrom" | "dueBefore" | "nextStep"> {
  if (filter === "none") return { nextStep: "none" };
  const today = localDay(now);
  return filter === "overdue" ? { dueBefore: today } : { dueFrom: today, dueBefore: localDay(now, 1) };
}

/** Whether a next step was due before today. */
export function isOverdue({ due }: Pick<NextStep, "due">, now: number): boolean {
  return due < localDay(now);
}
