/** With fewer days between two that brought something, what is usual is anybody's guess. */
const LEAST_GAPS = 10;

/**
 * After how many days without anything a source is silent for longer than usual; null while too little is known.
 *
 * `days` are those (as numbers since 1970) on which it brought something. Usual is told by the gaps between them, in
 * whole days because most sources keep people's hours. The limit is the larger of two: the outer fence, the third
 * quartile and three times the interquartile range (J. W. Tukey, Exploratory Data Analysis, 1977), and twice the ninetieth
 * percentile, because gaps of one day four times of five and a weekend else have no interquartile range at all. Both
 * stand firm when less than a tenth of the gaps are outages. Never under two days.
 */
export function unusualSilence(days: readonly number[]): number | null {
  const gaps = days.slice(1).map((day, index) => day - (days[index] ?? day));
  if (gaps.length < LEAST_GAPS) return null;
  const sorted = gaps.toSorted((one, other) => one - other);
  const [first, third] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  return Math.max(2, third + 3 * (third - first), 2 * quantile(sorted, 0.9));
}

/** By linear interpolation between the two nearest (Hyndman and Fan 1996, type 7). */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0];
  return below + (above - below) * (position - Math.floor(position));
}
