import { DAY } from "#shared/durations.ts";

const SECOND = 1_000;

/** Milliseconds from a Retry-After header in either form, at least a second and at most a day; null if invalid. */
export function waitOf(header: string, now: Date): number | null {
  const value = header.trim();
  if (value === "") return null;
  const milliseconds = /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) * SECOND : Date.parse(value) - now.getTime();
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(milliseconds, SECOND), DAY);
}
