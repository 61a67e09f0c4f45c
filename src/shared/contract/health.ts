import { z } from "zod";
import { Timestamp } from "#shared/contract/common.ts";

export const HEALTH_PROBLEM_KINDS = [
  "source_silent",
  "source_overdue",
  "mailbox_not_listening",
  "queue_stalled",
  "no_worker",
  "jobs_dead",
  "disk_nearly_full",
  "database_full",
  "database_damaged",
  "backup_missing",
  "clock_wrong",
] as const;

/** A current problem found by the watchdog, based on actual results. */
export const HealthProblem = z.object({
  /** Constant while the problem lasts; new if it recurs. */
  id: z.string(),
  kind: z.enum(HEALTH_PROBLEM_KINDS),
  title: z.string(),
  /** The cause and the fix, in sentences. */
  message: z.string(),
  since: Timestamp,
  /** The page to look into it. */
  href: z.string(),
});
export type HealthProblem = z.infer<typeof HealthProblem>;

/** What each process reports about itself. */
export const ProcessFacts = z.object({
  /** Machine name. */
  host: z.string(),
  /** Bytes of the data folder's disk; null if unknown. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  /** Last activity of each mailbox it watches, by mailbox key. */
  mailboxes: z.record(z.string(), Timestamp),
  clock: z.object({
    /** When its clock last jumped back, and by how much. */
    putBack: z.object({ at: Timestamp, milliseconds: z.number() }).nullable(),
    /** Clock offset from the database; negative when behind. */
    ahead: z.number(),
  }),
  /** Since when the database has been full or damaged. */
  database: z.object({ fullSince: Timestamp.nullable(), damagedSince: Timestamp.nullable() }),
});
export type ProcessFacts = z.infer<typeof ProcessFacts>;
