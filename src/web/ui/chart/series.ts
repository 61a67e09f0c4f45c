/** How many kinds a chart tells apart; each has a colour of its own, and from the fourth on a pattern too. */
export const SERIES_COUNT = 7;

/** The paint of a chart's n-th kind; what comes after the last shares its look. Needs SeriesPatterns on the page. */
export function seriesPaint(index: number): string {
  const number = Math.min(index, SERIES_COUNT - 1) + 1;
  return isPatterned(number) ? `url(#series-${number})` : `var(--color-series-${number})`;
}

/** Whether the n-th kind, counted from 1, has a pattern. */
export function isPatterned(number: number): boolean {
  return number > 3;
}
