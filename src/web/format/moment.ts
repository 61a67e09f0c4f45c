/**
 * A moment as one would say it: one of today by its time, one of this year by its day, another by its date: "14:05",
 * "May 3", "May 3, 2024". `time` is ISO 8601.
 */
export function moment(time: string, now: number): string {
  const at = new Date(time);
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return at.toLocaleTimeString(undefined, { timeStyle: "short" });
  return at.toLocaleDateString(undefined, {
    month: "short",
    day: "numeric",
    ...(at.getFullYear() !== today.getFullYear() && { year: "numeric" }),
  });
}
