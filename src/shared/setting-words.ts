import type { Settings } from "#shared/contract/settings.ts";

const WORDS: Record<keyof Settings, string> = {
  qualificationThreshold: "Threshold",
  autoSync: "Auto-sync",
  syncIntervalMinutes: "Sync interval",
  maxLeadsPerSync: "Leads per sync",
  retentionDays: "Data retention",
  followUpAutomatic: "Automatic follow-up",
  followUpAttempts: "Follow-up attempts",
  followUpDays: "Days between follow-ups",
  followUpSignature: "Follow-up signature",
  reportTimeZone: "Time zone of reports",
  reportHour: "Hour of reports",
  backupOn: "Nightly backup",
  backupHour: "Hour of the backup",
  backupKept: "Backups kept",
  notifyLeadsToReview: "Notice of leads to review",
  notifySourceFailures: "Notice of failing sources",
  notifyMailboxFailures: "Notice of the mailbox",
  notifyReportFailures: "Notice of reports",
  notifyRemovals: "Notice of removals ahead",
  inclusionKeywords: "Inclusion keywords",
  exclusionKeywords: "Exclusion keywords",
  minimumConfidence: "Minimum confidence",
};

/** A setting as people call it; one unknown here is itself. */
export function settingWords(key: string): string {
  return Object.hasOwn(WORDS, key) ? WORDS[key as keyof Settings] : key;
}
