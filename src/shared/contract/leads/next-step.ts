import { z } from "zod";
import { line, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";
import { isTimeZone } from "#shared/time-zone.ts";

/** A day ("2026-01-31") or a day and time ("2026-01-31T14:30") on the clocks of the step's time zone. */
export const DueDate = z.string().refine(isDueDate, "Enter a date such as 2026-01-31, or 2026-01-31T14:30");

/** What to do next with a lead, and when. */
export const NextStep = z.object({ text: z.string(), due: z.string(), timeZone: z.string() });
export type NextStep = z.infer<typeof NextStep>;

/** Without a time zone, the team's: the one reports use. */
export const NewNextStep = z.object({
  text: visibleLine(LIMITS.nextStep.textLength, "Enter what to do next"),
  due: DueDate,
  timeZone: line(LIMITS.nextStep.timeZoneLength).refine(isTimeZone, "Unknown time zone").optional(),
});
export type NewNextStep = z.infer<typeof NewNextStep>;

/** With `former`, the step that the change is based on, it is refused (409 `stale`) if that has changed since. */
export const NextStepUpdate = NewNextStep.extend({ former: NextStep.nullable().optional() });
export type NextStepUpdate = z.infer<typeof NextStepUpdate>;

/** Whether the text is a day of the calendar, with or without a time. */
export function isDueDate(text: string): boolean {
  const [, day] = /^((?:20|21)\d\d-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/u.exec(text) ?? [];
  const date = new Date(`${day ?? ""}T00:00:00Z`);
  // February 30 would become a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day ?? "-");
}
