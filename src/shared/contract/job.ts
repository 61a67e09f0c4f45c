import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

/** Kinds of background work; handlers on the server have the same names. */
export const JOB_KINDS = [
  "sync",
  "scrape",
  "mailbox",
  "report",
  "digest",
  "follow-ups",
  "import",
  "replay",
  "rescore",
  "field-values",
  "submissions",
  "deliveries",
  "second-reading",
  "address-check",
  "company-facts",
  "duplicates",
  "retention",
  "backup",
  "housekeeping",
] as const;
export const JobKind = z.enum(JOB_KINDS);
export type JobKind = z.infer<typeof JobKind>;

/** `retrying` waits for its next attempt; `dead` used its last and waits for a person. */
export const JobState = z.enum(["waiting", "running", "retrying", "done", "dead", "cancelled"]);
export type JobState = z.infer<typeof JobState>;

export const JobProgress = z.object({ label: z.string(), done: z.int(), total: z.int().nullable() });
export type JobProgress = z.infer<typeof JobProgress>;

export const Job = z.object({
  id: Id,
  kind: JobKind,
  /** Readable title: "Sync of Spring fair". */
  title: z.string(),
  state: JobState,
  progress: JobProgress.nullable(),
  attempts: z.int(),
  maxAttempts: z.int(),
  /** Who requested it; "Winnow" for scheduled work. */
  by: z.string(),
  /** The originating request's id in the log; null for scheduled work. */
  requestId: z.string().nullable(),
  /** The result or failure in a sentence; empty while running. */
  message: z.string(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  nextAttempt: Timestamp.nullable(),
});
export type Job = z.infer<typeof Job>;

/** Newest first. */
export const JobQuery = z.object({
  state: JobState.optional(),
  kind: JobKind.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
export type JobQuery = z.infer<typeof JobQuery>;

export const JobPage = z.object({
  jobs: z.array(Job),
  nextCursor: z.string().nullable(),
  counts: z.object({ waiting: z.int(), running: z.int(), retrying: z.int(), dead: z.int() }),
});
export type JobPage = z.infer<typeof JobPage>;
