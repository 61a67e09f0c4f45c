import { z } from "zod";
import { line, Version, wholeNumber } from "#shared/contract/common.ts";
import { AutomationRules, DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { isTimeZone } from "#shared/time-zone.ts";

const { qualificationThreshold: threshold, settings: limits, followUp } = LIMITS;

const NotificationSettings = z.object({
  notifyLeadsToReview: z.boolean(),
  notifySourceFailures: z.boolean(),
  notifyMailboxFailures: z.boolean(),
  notifyReportFailures: z.boolean(),
  notifyRemovals: z.boolean(),
  notifyNextSteps: z.boolean(),
});

const fields = {
  qualificationThreshold: wholeNumber("Threshold", threshold),
  autoSync: z.boolean(),
  syncIntervalMinutes: z.literal(
    limits.syncIntervalMinutes.options,
    `Sync interval must be one of ${limits.syncIntervalMinutes.options.join(", ")} minutes`,
  ),
  /** The next sync continues immediately where this one stopped. Null means no limit. */
  maxLeadsPerSync: wholeNumber("Leads per sync", limits.maxLeadsPerSync).nullable(),
  /** Leads without activity for this many days are removed, except approved ones. Null keeps all. */
  retentionDays: wholeNumber("Days", limits.retentionDays).nullable(),
  /** Questions to new leads are sent without approval. */
  followUpAutomatic: z.boolean(),
  followUpAttempts: wholeNumber("Attempts", followUp.attempts),
  followUpDays: wholeNumber("Days between attempts", followUp.days),
  /** Name below a follow-up; empty for the sender address. */
  followUpSignature: line(followUp.signatureLength),
  /** Time zone and hour of reports; a null zone is the server's. */
  reportTimeZone: z.string().refine(isTimeZone, "Choose a time zone from the list").nullable(),
  reportHour: wholeNumber("Hour", LIMITS.report.hour),
  /** Nightly backup hour in the reports' time zone, and how many backups to keep. */
  backupOn: z.boolean(),
  backupHour: wholeNumber("Hour", LIMITS.backup.hour),
  backupKept: wholeNumber("Backups", LIMITS.backup.kept),
  /** Unclear messages and pages are also sent to the operator's language model. */
  useLanguageModel: z.boolean(),
  /** Whether the websites of leads' companies are read, and of how many companies a day. */
  companyFactsOn: z.boolean(),
  companyFactsPerDay: wholeNumber("Companies per day", LIMITS.companySites.perDay),
  /** Members and viewers see only their own and unassigned leads. */
  membersSeeOwnLeads: z.boolean(),
  ...NotificationSettings.shape,
  ...AutomationRules.shape,
};

/** All settings. Changing the threshold reevaluates every lead whose status no one has set. */
export const Settings = z.object(fields);
export type Settings = z.infer<typeof Settings>;

/** As returned. */
export const StoredSettings = Settings.extend({ version: Version });
export type StoredSettings = z.infer<typeof StoredSettings>;

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
  useLanguageModel: false,
  companyFactsOn: false,
  companyFactsPerDay: LIMITS.companySites.perDay.default,
  membersSeeOwnLeads: false,
  notifyLeadsToReview: true,
  notifySourceFailures: true,
  notifyMailboxFailures: true,
  notifyReportFailures: true,
  notifyRemovals: true,
  notifyNextSteps: true,
  ...DEFAULT_AUTOMATION_RULES,
};

export const SettingsUpdate = StoredSettings.partial();
export type SettingsUpdate = z.infer<typeof SettingsUpdate>;
