import { counted } from "#shared/counted.ts";
import { LOCALE } from "#web/format/locale.ts";

const whole = new Intl.NumberFormat(LOCALE);
/** Numbers of four digits may be years. */
const plain = new Intl.NumberFormat(LOCALE, { useGrouping: "min2", maximumFractionDigits: 20 });
const short = new Intl.NumberFormat(LOCALE, { notation: "compact", maximumFractionDigits: 1 });
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const oneDecimal = new Intl.NumberFormat(LOCALE, ONE_DECIMAL);
const signed = new Intl.NumberFormat(LOCALE, { ...ONE_DECIMAL, signDisplay: "exceptZero" });

/** Localized count; 0 if missing. */
export function formatCount(count: number | null | undefined): string {
  return whole.format(finite(count));
}

/** Localized count with its noun: "1 lead", "1,204 leads". */
export function formatCounted(count: number, noun: string, plural?: string): string {
  return counted(count, noun, plural, formatCount);
}

/** A number whose meaning isn't known, such as of a custom field: "12,500", but "2026". */
export function formatNumber(value: number): string {
  return plain.format(value);
}

/** Signed points; the real minus sign is as wide as digits. */
export function formatPoints(points: number): string {
  return points < 0 ? `\u{2212}${whole.format(-points)}` : whole.format(points);
}

/** Compact count: "950", "1.2K", "3M". */
export function formatShort(count: number): string {
  return short.format(count);
}

/** Count, with "+" if counting stopped at a limit: "10,000+". */
export function formatTotal(total: { count: number; exact: boolean } | null | undefined): string {
  return total === null || total === undefined
    ? formatCount(0)
    : `${formatCount(total.count)}${total.exact ? "" : "+"}`;
}

/** Like formatTotal, with its noun: "1 lead", "10,000+ leads". */
export function formatTotalOf(total: { count: number; exact: boolean } | undefined, noun: string): string {
  return counted(total?.count ?? 0, noun, undefined, () => formatTotal(total));
}

/** Percentage (0-100) with one decimal: "12.5%", "40.0%". */
export function formatPercent(percent: number | null | undefined): string {
  return `${oneDecimal.format(finite(percent))}%`;
}

/** Signed percentage change: "+12.5%", "-2.1%", "0.0%". */
export function formatChange(percent: number | null | undefined): string {
  return `${signed.format(finite(percent))}%`;
}

function finite(value: number | null | undefined): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
