import type { Settings } from "#shared/contract/settings.ts";

export const SETTING_WORDS = {
  qualificationThreshold: "Threshold",
  autoSync: "Auto-sync",
  syncIntervalMinutes: "Sync interval",
  maxLeadsPerSync: "Leads per sync",
  retentionDays: "Data retention",
  followUpAutomatic: "Automatic follow-up",
  followUpAttempts: "Follow-up attempts",
  followUpDays: "Days between follow-ups",
  followUpSignature: "Follow-up signature",
  reportTimeZone: "Report time zone",
  reportHour: "Report time",
  backupOn: "Nightly backup",
  backupHour: "Backup time",
  backupKept: "Backups to keep",
  useLanguageModel: "Language model for unclear content",
  notifyLeadsToReview: "Lead review notifications",
  notifySourceFailures: "Source failure notifications",
  notifyMailboxFailures: "Mailbox failure notifications",
  notifyReportFailures: "Report failure notifications",
  notifyRemovals: "Upcoming removal notifications",
  inclusionKeywords: "Inclusion keywords",
  exclusionKeywords: "Exclusion keywords",
  minimumConfidence: "Minimum confidence",
} as const satisfies Record<keyof Settings, string>;

/** Display name of a setting; unknown keys are returned unchanged. */
export function settingWords(key: string): string {
  return Object.hasOwn(SETTING_WORDS, key) ? SETTING_WORDS[key as keyof Settings] : key;
}
