import { MINUTE } from "#shared/durations.ts";
import { latestWindow, nextWindow, type CalendarFrequency, type WallClock } from "#server/platform/calendar-window.ts";
import { isFuture } from "#server/platform/clock.ts";
import type { LastRun } from "#server/db/system/schedules.ts";

/** When something is due, and the key of the run it is due for. */
export interface Due {
  at: Date;
  window: string;
}

/** The minimum pause after a failed or canceled run, even if the next is due earlier; it grows with each failure. */
const PAUSE_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 5 * MINUTE;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
/** Enough for a year of daily windows; only a clock that was wrong by years uses up more. */
const WINDOWS_LOOKED_AT = 400;

/**
 * Due at a given time, once after the last run; never if that is null. After a failed or canceled run it's delayed,
 * longer with each failure in a row unless the cause `isFixed`, as far as known.
 */
export function dueAfterLast(
  at: Date | null,
  lastRun: LastRun | undefined,
  now: Date,
  { isFixed = false }: { isFixed?: boolean } = {},
): Due | null {
  if (at === null) return null;
  const window = `after ${lastRun?.id ?? "none"}`;
  if (lastRun?.outcome !== "failed" && lastRun?.outcome !== "cancelled") return { at, window };
  const ended = lastRun.finishedAt ?? lastRun.at;
  if (isFuture(ended, now)) return { at, window };
  return {
    at: new Date(Math.max(at.getTime(), Date.parse(ended) + pauseAfter(lastRun.id, isFixed ? 1 : lastRun.failures))),
    window,
  };
}

/**
 * Milliseconds: half to all of a limit that doubles with each failure in a row, so that runs that failed together
 * aren't retried together. Derived from the run's id rather than random, because every check must get the same result.
 */
function pauseAfter(id: string, failures: number): number {
  const limit = Math.min(LONGEST_PAUSE_MILLISECONDS, PAUSE_MILLISECONDS * 2 ** Math.max(failures - 1, 0));
  return Math.round(limit * (1 - ((Number(id) * GOLDEN_RATIO) % 1) / 2));
}

/**
 * The first calendar window without a run. Of the windows that have ended only the latest counts, so a machine that was
 * off catches up once. `since` is when the schedule was last changed (ISO 8601 UTC), before which no window is due;
 * null means no limit. `had` returns whether a window has had its run, including an early one from a clock that was
 * ahead.
 */
export async function calendarDue(
  frequency: CalendarFrequency,
  clock: WallClock,
  moment: { now: Date; since: string | null },
  had: (window: string) => Promise<boolean>,
): Promise<Due | null> {
  const { now, since } = moment;
  let window = latestWindow(frequency, now, clock);
  if (since !== null && window.to.toISOString() <= since) window = nextWindow(frequency, window, clock);
  for (let looked = 0; looked < WINDOWS_LOOKED_AT; looked += 1) {
    if (!(await had(window.key))) return { at: window.to, window: window.key };
    window = nextWindow(frequency, window, clock);
  }
  return null;
}

/** When a schedule got its current setting: now if it has changed or the recorded time lies in the future. */
export function setSince(current: { rhythm: string; since: string } | undefined, setTo: string, now: Date): string {
  const moment = now.toISOString();
  return current?.rhythm === setTo && current.since <= moment ? current.since : moment;
}
