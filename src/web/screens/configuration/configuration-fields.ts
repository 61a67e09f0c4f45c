import { z } from "zod";
import { DEFAULT_SETTINGS, Settings } from "#shared/contract/settings.ts";
import { LIMITS } from "#shared/limits.ts";
import { requiredNumberField, switchedNumber } from "#web/forms/typed-fields.ts";

const {
  qualificationThreshold,
  maxLeadsPerSync,
  retentionDays,
  autoSync,
  syncIntervalMinutes,
  followUpAutomatic,
  followUpAttempts,
  followUpDays,
  followUpSignature,
  companyFactsOn,
  companyFactsPerDay,
  backupOn,
  backupHour,
  backupKept,
  notifyLeadsToReview,
  notifySourceFailures,
  notifyMailboxFailures,
  notifyReportFailures,
  notifyRemovals,
  notifyNextSteps,
} = Settings.shape;

/** Validated with the contract's schemas. */
export const ConfigurationFields = z.object({
  qualificationThreshold: requiredNumberField("Threshold", qualificationThreshold),
  maxLeadsPerSync: switchedNumber(requiredNumberField("Number of leads", maxLeadsPerSync.unwrap())),
  retentionDays: switchedNumber(requiredNumberField("Number of days", retentionDays.unwrap())),
  autoSync,
  syncIntervalMinutes: z.string().transform(Number).pipe(syncIntervalMinutes),
  followUpAutomatic,
  followUpAttempts: requiredNumberField("Number of attempts", followUpAttempts),
  followUpDays: requiredNumberField("Number of days", followUpDays),
  followUpSignature,
  companyFactsOn,
  companyFactsPerDay: requiredNumberField("Number of companies", companyFactsPerDay),
  backupOn,
  backupHour: z.string().transform(Number).pipe(backupHour),
  backupKept: requiredNumberField("Number of backups", backupKept),
  notifyLeadsToReview,
  notifySourceFailures,
  notifyMailboxFailures,
  notifyReportFailures,
  notifyRemovals,
  notifyNextSteps,
});

export type ConfigurationValues = z.input<typeof ConfigurationFields>;
/** Settings on this screen; mailbox analysis settings are on the Gmail screen. */
export type Configuration = z.output<typeof ConfigurationFields>;

export function configurationValues(settings: Configuration): ConfigurationValues {
  const { settings: limits } = LIMITS;
  return {
    qualificationThreshold: String(settings.qualificationThreshold),
    maxLeadsPerSync: switchedValue(settings.maxLeadsPerSync, limits.maxLeadsPerSync.default),
    retentionDays: switchedValue(settings.retentionDays, limits.retentionDays.default),
    autoSync: settings.autoSync,
    syncIntervalMinutes: String(settings.syncIntervalMinutes),
    followUpAutomatic: settings.followUpAutomatic,
    followUpAttempts: String(settings.followUpAttempts),
    followUpDays: String(settings.followUpDays),
    followUpSignature: settings.followUpSignature,
    companyFactsOn: settings.companyFactsOn,
    companyFactsPerDay: String(settings.companyFactsPerDay),
    backupOn: settings.backupOn,
    backupHour: String(settings.backupHour),
    backupKept: String(settings.backupKept),
    notifyLeadsToReview: settings.notifyLeadsToReview,
    notifySourceFailures: settings.notifySourceFailures,
    notifyMailboxFailures: settings.notifyMailboxFailures,
    notifyReportFailures: settings.notifyReportFailures,
    notifyRemovals: settings.notifyRemovals,
    notifyNextSteps: settings.notifyNextSteps,
  };
}

/** Values that Reset saves. */
export const DEFAULT_CONFIGURATION: Configuration = ConfigurationFields.parse(configurationValues(DEFAULT_SETTINGS));

function switchedValue(value: number | null, otherwise: number): { isOn: boolean; typed: string } {
  return { isOn: value !== null, typed: String(value ?? otherwise) };
}
