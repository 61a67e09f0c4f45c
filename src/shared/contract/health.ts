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

/** Something that the watchdog finds wrong now, worked out from what really happened. */
export const HealthProblem = z.object({
  /** The same for as long as it lasts, another when it comes back. */
  id: z.string(),
  kind: z.enum(HEALTH_PROBLEM_KINDS),
  /** What. */
  title: z.string(),
  /** What it comes from and what to do, in sentences. */
  message: z.string(),
  since: Timestamp,
  /** The page where it is looked into. */
  href: z.string(),
});
export type HealthProblem = z.infer<typeof HealthProblem>;

/** What only a process itself can know, as it tells the others. */
export const ProcessFacts = z.object({
  /** The machine's name. */
  host: z.string(),
  /** Bytes where the data folder is; null where the system does not say. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  /** When each mailbox that it listens to last showed a sign of life, by the mailbox's key. */
  mailboxes: z.record(z.string(), Timestamp),
  clock: z.object({
    /** When its clock was last put back, and by how much. */
    putBack: z.object({ at: Timestamp, milliseconds: z.number() }).nullable(),
    /** By how much it is ahead of the database's; negative when behind. */
    ahead: z.number(),
  }),
  /** Since when the database refuses to write for want of room, and since when it was found damaged. */
  database: z.object({ fullSince: Timestamp.nullable(), damagedSince: Timestamp.nullable() }),
});
export type ProcessFacts = z.infer<typeof ProcessFacts>;
