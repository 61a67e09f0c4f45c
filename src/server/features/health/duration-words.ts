import { DAY, HOUR, MINUTE } from "#shared/durations.ts";

const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;

/** A duration in its largest unit of which it has at least two, or one minute: "3 days", "90 minutes". */
export function inDays(milliseconds: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 2) return `${count} ${unit}s`;
  }
  return "1 minute";
}
