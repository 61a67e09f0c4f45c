/** The calendar day of a time in a time zone, such as "2026-11-20". */
export function dayIn(at: Date, timeZone: string): string {
  // This locale formats dates as ISO 8601.
  return at.toLocaleDateString("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}
