/* Dates in English texts for people: American, with the 24-hour clock that schedules and the page use. */

/** The locale of English numbers and dates. */
export const ENGLISH = "en-US";

/** "May 3", or with the year "May 3, 2026"; in the server's time zone unless another is given. */
export function dayWords(
  at: Date,
  { timeZone, withYear = false }: { timeZone?: string; withYear?: boolean } = {},
): string {
  return at.toLocaleDateString(ENGLISH, {
    month: "long",
    day: "numeric",
    ...(withYear && { year: "numeric" }),
    ...(timeZone !== undefined && { timeZone }),
  });
}

/** "08:00". */
export function clockWords(at: Date, timeZone?: string): string {
  return at.toLocaleTimeString(ENGLISH, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone !== undefined && { timeZone }),
  });
}

/** "Nov 20, 2026, 08:00". */
export function momentIn(at: Date, timeZone: string): string {
  const day = at.toLocaleDateString(ENGLISH, { timeZone, year: "numeric", month: "short", day: "numeric" });
  return `${day}, ${clockWords(at, timeZone)}`;
}
