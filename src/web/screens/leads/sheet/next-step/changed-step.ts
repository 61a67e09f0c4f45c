import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { ownTimeZone } from "#shared/time-zone.ts";
import { localDay } from "#web/format/due.ts";

/** The local Monday after this week. */
export function nextMonday(now: number): string {
  return localDay(now, (8 - new Date(now).getDay()) % 7 || 7);
}

/** The next step on another day, at the same time on the same clocks. */
export function movedTo({ text, due, timeZone }: NextStep, day: string): NextStep {
  const [, time] = due.split("T");
  return time === undefined ? { text, due: day, timeZone: ownTimeZone() } : { text, due: `${day}T${time}`, timeZone };
}

/** A next step as entered in the form; one that is only reworded, or keeps its time, stays on its clocks. */
export function enteredStep(
  was: NextStep | null,
  { text, day, time }: { text: string; day: string; time: string },
): NextStep {
  const due = time === "" ? day : `${day}T${time}`;
  const isOnItsClocks = was !== null && (due === was.due || (time !== "" && time === was.due.split("T")[1]));
  return { text: text.trim(), due, timeZone: isOnItsClocks ? was.timeZone : ownTimeZone() };
}
