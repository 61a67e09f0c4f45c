/** The calendar day of a time in a time zone, such as "2026-11-20". */
export function dayIn(at: Date, timeZone: string): string {
  // This locale formats dates as ISO 8601.
  return at.toLocaleDateString("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}

/** A time in a time zone, such as "20 Nov 2026, 08:00". */
export function momentIn(at: Date, timeZone: string): string {
  const day = at.toLocaleDateString("en-US", { timeZone, day: "numeric" });
  const month = at.toLocaleDateString("en-US", { timeZone, month: "short" });
  const year = at.toLocaleDateString("en-US", { timeZone, year: "numeric" });
  const time = at.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return `${day} ${month} ${year}, ${time}`;
}
