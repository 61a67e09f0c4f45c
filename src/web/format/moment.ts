/** Short time: "14:05" today, "May 3" this year, "May 3, 2024" otherwise, "N/A" for none. `time` is ISO 8601. */
export function moment(time: string, now: number): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return "N/A";
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return at.toLocaleTimeString(undefined, { timeStyle: "short" });
  return at.toLocaleDateString(undefined, {
    month: "short",
    day: "numeric",
    ...(at.getFullYear() !== today.getFullYear() && { year: "numeric" }),
  });
}
