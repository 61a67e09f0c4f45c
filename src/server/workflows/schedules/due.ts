import { latestWindow, nextWindow, type CalendarFrequency, type WallClock } from "#server/platform/calendar-window.ts";
import { CLOCK_DIFFERENCE_MILLISECONDS } from "#server/platform/clock.ts";
import type { LastRun } from "#server/store/schedules.ts";
import type { Due } from "#server/workflows/schedules/plan.ts";

/** After a run that failed, or that a person did not want, however soon the next is due; longer after each more. */
const PAUSE_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 5 * 60_000;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
/** More windows than a year's days have been had only by a clock that shows another century. */
const WINDOWS_LOOKED_AT = 400;

/**
 * An interval after the latest of these moments (ISO 8601 UTC, null where there was none); now without any. A moment that
 * lies ahead, because the clock was put back since, does not count: else nothing would be due until then.
 */
export function afterInterval(moments: readonly (string | null)[], milliseconds: number, now: Date): Date {
  const past = moments.flatMap((moment) => (moment === null || liesAhead(moment, now) ? [] : Date.parse(moment)));
  return past.length === 0 ? now : new Date(Math.max(...past) + milliseconds);
}

/**
 * Due at a moment, once after the last run, and not right after that where it was cancelled or failed: the more often in
 * a row, the later, unless what failed `isMended` since, as far as is known.
 */
export function dueAfterLast(
  at: Date,
  lastRun: LastRun | undefined,
  now: Date,
  { isMended = false }: { isMended?: boolean } = {},
): Due {
  const window = `after ${lastRun?.id ?? "none"}`;
  if (lastRun?.outcome !== "failed" && lastRun?.outcome !== "cancelled") return { at, window };
  const ended = lastRun.finishedAt ?? lastRun.at;
  if (liesAhead(ended, now)) return { at, window };
  return {
    at: new Date(Math.max(at.getTime(), Date.parse(ended) + pauseAfter(lastRun.id, isMended ? 1 : lastRun.failures))),
    window,
  };
}

/**
 * Milliseconds: a limit that doubles with each failure in a row, and between that and half of it a moment which differs
 * from run to run, so that what failed together does not come back together. Drawn from the run's id, not by chance:
 * each look has to find the same.
 */
function pauseAfter(id: string, failures: number): number {
  const limit = Math.min(LONGEST_PAUSE_MILLISECONDS, PAUSE_MILLISECONDS * 2 ** Math.max(failures - 1, 0));
  return Math.round(limit * (1 - ((Number(id) * GOLDEN_RATIO) % 1) / 2));
}

/**
 * The first window of the calendar that is owed: of those that have ended only the latest, so that a machine that was
 * off catches up once. `since` is when the schedule was set so, ISO 8601 UTC; null owes whatever ended before, too.
 * `had` tells whether a window has had its run, also where a clock that was ahead had brought it forward.
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

/** Since when a schedule has been set to this: now, where it was set otherwise, or while the clock was ahead. */
export function setSince(standing: { rhythm: string; since: string } | undefined, setTo: string, now: Date): string {
  const moment = now.toISOString();
  return standing?.rhythm === setTo && standing.since <= moment ? standing.since : moment;
}

/** Whether a moment lies so far ahead that the clock must have been put back since it was noted. */
export function liesAhead(moment: string, now: Date): boolean {
  return Date.parse(moment) > now.getTime() + CLOCK_DIFFERENCE_MILLISECONDS;
}
