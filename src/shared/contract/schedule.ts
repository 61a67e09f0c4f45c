import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

/** What happens by itself, one entry each: of several sources, websites or reports each has its own. */
export const Schedule = z.object({
  /** Stable over restarts: "auto-sync", "scrape:12", "backup". */
  id: Id,
  /** In people's words: "Auto-sync of data sources". */
  title: z.string(),
  /** "Every 60 minutes", "Daily at 08:00 (Europe/Paris)". */
  rhythm: z.string(),
  isOn: z.boolean(),
  /** Where it is set: a path of the page. */
  settingsPath: z.string().nullable(),
  lastRun: z
    .object({
      at: Timestamp,
      finishedAt: Timestamp.nullable(),
      /** `nothing` went well and found nothing to do; `cancelled` was ended by a person. */
      outcome: z.enum(["running", "done", "failed", "nothing", "cancelled"]),
      message: z.string(),
      jobId: Id.nullable(),
    })
    .nullable(),
  /** Null when off, or when it waits for something to happen. */
  nextRun: Timestamp.nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

/** A file of a nightly backup. */
export const BackupFile = z.object({ name: z.string(), bytes: z.int(), at: Timestamp, verified: z.boolean() });
export type BackupFile = z.infer<typeof BackupFile>;
