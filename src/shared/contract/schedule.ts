import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

/** Automatic work; sources, websites and reports have one entry each. */
export const Schedule = z.object({
  /** Stable across restarts: "auto-sync", "scrape:12", "backup". */
  id: Id,
  /** Readable title: "Auto-sync of data sources". */
  title: z.string(),
  /** "Every hour", "Daily at 08:00 (Europe/Paris)". */
  rhythm: z.string(),
  isOn: z.boolean(),
  /** Upkeep that nobody has to look at. */
  isInternal: z.boolean(),
  /** Page path of its settings, with the part of the page. */
  settingsPath: z.string().nullable(),
  lastRun: z
    .object({
      at: Timestamp,
      finishedAt: Timestamp.nullable(),
      /** `nothing`: succeeded with nothing to do; `cancelled`: stopped by a person. */
      outcome: z.enum(["running", "done", "failed", "nothing", "cancelled"]),
      message: z.string(),
      jobId: Id.nullable(),
    })
    .nullable(),
  /** Null when off, or when triggered by an event. */
  nextRun: Timestamp.nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

/** A nightly backup file. */
export const BackupFile = z.object({ name: z.string(), bytes: z.int(), at: Timestamp, verified: z.boolean() });
export type BackupFile = z.infer<typeof BackupFile>;
