const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const oneDecimal = new Intl.NumberFormat(undefined, ONE_DECIMAL);
const signed = new Intl.NumberFormat(undefined, { ...ONE_DECIMAL, signDisplay: "exceptZero" });

/** A count with the reader's separators; a missing one is 0. */
export function formatCount(count: number | null | undefined): string {
  return whole.format(finite(count));
}

/** Points that are added or taken off, with a real minus, which stands as wide as the digits. */
export function formatPoints(points: number): string {
  return points < 0 ? `\u{2212}${whole.format(-points)}` : whole.format(points);
}

/** A round count where there is little room: "950", "1.2K", "3M". */
export function formatShort(count: number): string {
  return short.format(count);
}

/** A count that stopped at a limit: "10,000+". */
export function formatTotal(total: { count: number; exact: boolean } | null | undefined): string {
  return total === null || total === undefined
    ? formatCount(0)
    : `${formatCount(total.count)}${total.exact ? "" : "+"}`;
}

/** A percentage of 0-100 with one decimal: "12.5%", "40.0%". */
export function formatPercent(percent: number | null | undefined): string {
  return `${oneDecimal.format(finite(percent))}%`;
}

/** A change in percent with its sign: "+12.5%", "-2.1%", "0.0%". */
export function formatChange(percent: number | null | undefined): string {
  return `${signed.format(finite(percent))}%`;
}

function finite(value: number | null | undefined): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
