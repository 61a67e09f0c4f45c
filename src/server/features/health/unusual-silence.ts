/** With fewer days with new leads, there's too little data to know what is usual. */
const LEAST_GAPS = 10;

/**
 * After how many days of silence a source is quieter than usual; null if too little is known. `days` are the day
 * numbers since 1970 on which it brought something. Gaps are counted in whole days because most sources follow people's
 * hours. The limit is the larger of two: the outer fence, third quartile plus three times the interquartile range (J.
 * W. Tukey, Exploratory Data Analysis, 1977), and twice the ninetieth percentile, because gaps of one day and a weekend
 * have no interquartile range. Both are robust if less than a tenth of the gaps are outages. Never under two days.
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
