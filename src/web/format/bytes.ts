import { LOCALE } from "#web/format/locale.ts";

const STEP = 1_000;
const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** Readable file size: "1 kB", "12.4 MB"; at least 1 kB unless empty. */
export function formatBytes(bytes: number): string {
  let value = bytes / STEP;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  const shown = unit === 0 ? Math.ceil(value) : value;
  return `${shown.toLocaleString(LOCALE, { maximumFractionDigits: digits })} ${UNITS[unit] ?? "TB"}`;
}
