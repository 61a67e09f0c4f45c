import { inEnglish } from "#shared/counted.ts";
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
  companyFactsOn: "Company facts from websites",
  companyFactsPerDay: "Companies per day",
  membersSeeOwnLeads: "Members see only their own and unassigned leads",
  notifyLeadsToReview: "Lead review notifications",
  notifySourceFailures: "Source failure notifications",
  notifyMailboxFailures: "Mailbox failure notifications",
  notifyReportFailures: "Report failure notifications",
  notifyRemovals: "Upcoming removal notifications",
  notifyNextSteps: "Next step reminders",
  inclusionKeywords: "Inclusion keywords",
  exclusionKeywords: "Exclusion keywords",
  minimumConfidence: "Minimum confidence",
} as const satisfies Record<keyof Settings, string>;

/** Names that differ within a sentence. */
const SENTENCE_WORDS: Partial<Record<keyof Settings, string>> = {
  qualificationThreshold: "qualification threshold",
  maxLeadsPerSync: "limit of leads per sync",
  backupOn: "the nightly backup",
  useLanguageModel: "the language model for unclear content",
  membersSeeOwnLeads: "“Members see only their own and unassigned leads”",
};

/** What a change of settings did: "set the threshold from 70 to 60 and turned off auto-sync". */
export function settingChangeWords(before: Settings, after: Settings): string {
  const changes = (Object.keys(SETTING_WORDS) as (keyof Settings)[]).flatMap((key) =>
    JSON.stringify(before[key]) === JSON.stringify(after[key]) ? [] : [changeWords(key, before[key], after[key])],
  );
  return changes.length === 0 ? "saved the settings unchanged" : changes.join(", ");
}

function changeWords(key: keyof Settings, before: unknown, after: unknown): string {
  const name = SENTENCE_WORDS[key] ?? `${SETTING_WORDS[key].charAt(0).toLowerCase()}${SETTING_WORDS[key].slice(1)}`;
  if (typeof after === "boolean") return `turned ${after ? "on" : "off"} ${name}`;
  if (after === null) return `turned off the ${name}`;
  // Lists and texts may be long and may name people.
  if (typeof after !== "number") return `changed the ${name}`;
  const to = inEnglish(after);
  return typeof before === "number" ? `set the ${name} from ${inEnglish(before)} to ${to}` : `set the ${name} to ${to}`;
}

/** Display name of a setting; unknown keys are returned unchanged. */
export function settingWords(key: string): string {
  return Object.hasOwn(SETTING_WORDS, key) ? SETTING_WORDS[key as keyof Settings] : key;
}
