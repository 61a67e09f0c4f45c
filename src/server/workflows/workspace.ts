import type { Mailer } from "#server/mail/mailer.ts";
import type { ChangeFeed } from "#server/platform/change-feed.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { DiskSpace } from "#server/platform/disk-space.ts";
import type { Log } from "#server/platform/log.ts";
import type { JobQueue } from "#server/queue/job-queue.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { GoogleSheets } from "#server/sources/google-sheets/index.ts";
import type { Mailboxes } from "#server/sources/mailbox/index.ts";
import type { Websites } from "#server/sources/website/index.ts";
import type { Store } from "#server/store/types.ts";

/** What every workflow works with, put together once in main.ts. */
export interface Workspace {
  store: Store;
  secrets: Secrets;
  feed: ChangeFeed;
  clock: Clock;
  log: Log;
  jobs: JobQueue;
  sheets: GoogleSheets;
  mailer: Mailer;
  mailboxes: Mailboxes;
  websites: Websites;
  /** Where nightly backups are written. */
  backupDir: string;
  /** The room on the disk with the data folder, or with that of the backups; null where the system does not say. */
  diskSpace: (folder: "data" | "backups") => Promise<DiskSpace | null>;
  /** The mailbox server that is meant where none is named. */
  imapUrl: string;
  /** Where others reach this server, as the operator says; null when nobody said. */
  publicUrl: string | null;
  /** Where requests for support are mailed to; null when the operator named nobody. */
  supportEmail: string | null;
  /** What the assistant may reason with, as the operator says; null when nobody said. */
  languageModel: LanguageModel | null;
  /** Names this process as the holder of leases. */
  processId: string;
  /** Aborted when the process is asked to stop: long work ends at its next safe point. */
  stopping: AbortSignal;
}

/** An OpenAI-compatible endpoint. */
export interface LanguageModel {
  /** Its base ("http://127.0.0.1:11434/v1") or the whole address of its chat completions. */
  url: string;
  model: string;
  /** Null where none is needed. */
  key: string | null;
  /** How long an answer may take in all, tool calls included. */
  milliseconds: number;
}
