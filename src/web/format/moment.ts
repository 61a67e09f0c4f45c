/** A moment as one would say it: one of today by its time, another by its date: "14:05", "May 3". `time` is ISO 8601. */
export function moment(time: string, now: number): string {
  const at = new Date(time);
  return at.toDateString() === new Date(now).toDateString()
    ? at.toLocaleTimeString(undefined, { timeStyle: "short" })
    : at.toLocaleDateString(undefined, { month: "short", day: "numeric" });
}
