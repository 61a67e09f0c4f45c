import { z } from "zod";
import { AutomationRules, DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";

const { qualificationThreshold: threshold } = LIMITS;

const fields = {
  qualificationThreshold: z.int().min(threshold.min).max(threshold.max),
  autoSync: z.boolean(),
  syncIntervalMinutes: z.union(LIMITS.settings.syncIntervalMinutes.options.map((minutes) => z.literal(minutes))),
  /** Null reads every row in one sync. */
  maxLeadsPerSync: z.int().min(1).max(10_000_000).nullable(),
  ...AutomationRules.shape,
};

/** What the product obeys; changing the threshold decides every lead afresh whose status no person set. */
export const Settings = z.object(fields);
export type Settings = z.infer<typeof Settings>;

/** Where each setting's default stands. */
export const DEFAULT_SETTINGS: Settings = {
  qualificationThreshold: threshold.default,
  autoSync: true,
  syncIntervalMinutes: LIMITS.settings.syncIntervalMinutes.default,
  maxLeadsPerSync: null,
  ...DEFAULT_AUTOMATION_RULES,
};

export const SettingsUpdate = Settings.partial();
