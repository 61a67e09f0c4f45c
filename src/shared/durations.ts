import { counted } from "#shared/counted.ts";

/** In milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** "every 30 minutes", "every hour", "every day". */
export function everyWords(minutes: number, every = "every"): string {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${every} ${count === 1 ? unit : counted(count, unit)}`;
}
