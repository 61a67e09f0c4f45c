import { z } from "zod";
import { line, wholeNumber } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";
import { isTimeZone } from "#shared/time-zone.ts";

const fields = {
  isOn: z.boolean(),
  /** The hour of the day, in the time zone. */
  hour: wholeNumber("Hour", LIMITS.digest.hour),
  timeZone: line(LIMITS.nextStep.timeZoneLength).refine(isTimeZone, "Choose a time zone from the list"),
  /** Whether an email follows when a comment mentions the caller. */
  mentions: z.boolean(),
};

/** The caller's daily email about their own leads (new, due, overdue and changed ones), and emails about mentions. */
export const Digest = z.object({
  ...fields,
  /** Where it's sent: the username, if that is an email address. */
  address: z.string().nullable(),
  /** Why it isn't sent even if it's on; null if it is. */
  blocker: z.string().nullable(),
});
export type Digest = z.infer<typeof Digest>;

export const DigestUpdate = z.object(fields).partial();
export type DigestUpdate = z.infer<typeof DigestUpdate>;
