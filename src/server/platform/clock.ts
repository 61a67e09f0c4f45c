/** The time, injected so that tests can control it. */
export type Clock = () => Date;

/** A moment further ahead than this can't come from another machine's clock: this clock was set back. */
export const CLOCK_DIFFERENCE_MILLISECONDS = 300_000;

export const systemClock: Clock = () => new Date();

/**
 * An interval after the latest of these moments (ISO 8601 UTC, null where there was none); now without any. A moment that
 * lies ahead, because the clock was put back since, does not count: else nothing would be due until then.
 */
export function afterInterval(moments: readonly (string | null)[], milliseconds: number, now: Date): Date {
  const past = moments.flatMap((moment) => (moment === null || isFuture(moment, now) ? [] : Date.parse(moment)));
  return past.length === 0 ? now : new Date(Math.max(...past) + milliseconds);
}

/** The latest moment for which `isFuture` is false, in ISO 8601 UTC like `now`. */
export function latestPresent(now: string): string {
  return new Date(Date.parse(now) + CLOCK_DIFFERENCE_MILLISECONDS).toISOString();
}

/** Whether a moment lies so far ahead that the clock must have been put back since it was noted. */
export function isFuture(moment: string, now: Date): boolean {
  return Date.parse(moment) > now.getTime() + CLOCK_DIFFERENCE_MILLISECONDS;
}
