import { counted } from "#shared/counted.ts";

/** Readable wait, rounded up: "40 seconds", "1 minute", "15 minutes", "2 hours". */
export function waitInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return counted(whole, "second");
  const minutes = Math.ceil(whole / 60);
  return minutes < 120 ? counted(minutes, "minute") : counted(Math.ceil(minutes / 60), "hour");
}
