/** Number of distinct series; each has a color, and from the fourth on also a pattern. */
export const SERIES_COUNT = 7;

/** Paint of the n-th series; further ones share the last. Requires SeriesPatterns on the page. */
export function seriesPaint(index: number): string {
  const number = Math.min(index, SERIES_COUNT - 1) + 1;
  return isPatterned(number) ? `url(#series-${number})` : `var(--color-series-${number})`;
}

/** Whether the n-th series, counted from 1, has a pattern. */
export function isPatterned(number: number): boolean {
  return number > 3;
}
