const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A span of time in its largest unit of which it has at least two, or one minute: "3 days", "90 minutes" → "90 minutes". */
export function inDays(milliseconds: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 2) return `${count} ${unit}s`;
  }
  return "1 minute";
}
