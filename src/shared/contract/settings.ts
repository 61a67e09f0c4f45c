import { z } from "zod";
import { line } from "#shared/contract/common.ts";
import { AutomationRules, DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { isTimeZone } from "#shared/time-zone.ts";

const { qualificationThreshold: threshold, settings: limits, followUp } = LIMITS;

/** What the notifications tell of. */
const NotificationSettings = z.object({
  notifyLeadsToReview: z.boolean(),
  notifySourceFailures: z.boolean(),
  notifyMailboxFailures: z.boolean(),
  notifyReportFailures: z.boolean(),
  notifyRemovals: z.boolean(),
});

/** A whole number between two bounds, whose complaints begin with what it is. */
function wholeNumber(what: string, { min, max }: { min: number; max: number }) {
  return z
    .int(`${what} must be a whole number`)
    .min(min, `${what} must be at least ${min}`)
    .max(max, `${what} must be at most ${max}`);
}

const fields = {
  qualificationThreshold: wholeNumber("Threshold", threshold),
  autoSync: z.boolean(),
  syncIntervalMinutes: z.literal(
    limits.syncIntervalMinutes.options,
    `Sync interval must be one of ${limits.syncIntervalMinutes.options.join(", ")} minutes`,
  ),
  /** What a sync leaves over is read by the next, which follows at once. Null reads every row in one sync. */
  maxLeadsPerSync: wholeNumber("Leads per sync", limits.maxLeadsPerSync).nullable(),
  /** Leads nothing has happened to for so many days are removed, approved ones never. Null keeps all. */
  retentionDays: wholeNumber("Days", limits.retentionDays).nullable(),
  /** Questions go out without a person's word, to leads that come in from then on. */
  followUpAutomatic: z.boolean(),
  followUpAttempts: wholeNumber("Attempts", followUp.attempts),
  followUpDays: wholeNumber("Days between attempts", followUp.days),
  /** Whose name stands under a follow-up; empty for the address that it comes from. */
  followUpSignature: line(followUp.signatureLength),
  /** By whose clock reports leave, and at which hour of it; null is the zone of the server. */
  reportTimeZone: z.string().refine(isTimeZone, "Not the name of a time zone").nullable(),
  reportHour: wholeNumber("Hour", LIMITS.report.hour),
  /** A backup is written each night at this hour of the reports' clock, and so many are kept. */
  backupOn: z.boolean(),
  backupHour: wholeNumber("Hour", LIMITS.backup.hour),
  backupKept: wholeNumber("Backups", LIMITS.backup.kept),
  ...NotificationSettings.shape,
  ...AutomationRules.shape,
};

/** What the product obeys; changing the threshold decides every lead afresh whose status no person set. */
export const Settings = z.object(fields);
export type Settings = z.infer<typeof Settings>;

/** Where each setting's default stands. */
export const DEFAULT_SETTINGS: Settings = {
  qualificationThreshold: threshold.default,
  autoSync: true,
  syncIntervalMinutes: limits.syncIntervalMinutes.default,
  maxLeadsPerSync: limits.maxLeadsPerSync.default,
  retentionDays: limits.retentionDays.default,
  followUpAutomatic: false,
  followUpAttempts: followUp.attempts.default,
  followUpDays: followUp.days.default,
  followUpSignature: "",
  reportTimeZone: null,
  reportHour: LIMITS.report.hour.default,
  backupOn: true,
  backupHour: LIMITS.backup.hour.default,
  backupKept: LIMITS.backup.kept.default,
  notifyLeadsToReview: true,
  notifySourceFailures: true,
  notifyMailboxFailures: true,
  notifyReportFailures: true,
  notifyRemovals: true,
  ...DEFAULT_AUTOMATION_RULES,
};

export const SettingsUpdate = Settings.partial();
export type SettingsUpdate = z.infer<typeof SettingsUpdate>;
