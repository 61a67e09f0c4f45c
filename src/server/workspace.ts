import type { ChangeFeed } from "#server/platform/change-feed.ts";
import type { DnsQuery } from "#server/delivery/mail/dns-query.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { DiskSpace } from "#server/platform/disk-space.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";
import type { Log } from "#server/platform/log.ts";
import type { JobQueue } from "#server/jobs/queue/job-queue.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Crms } from "#server/delivery/crm/crms.ts";
import type { LanguageModel } from "#server/delivery/language-model/completions.ts";
import type { Mailer } from "#server/delivery/mail/mailer.ts";
import type { MailProviders } from "#server/delivery/mail/mail-providers.ts";
import type { GoogleSheets } from "#server/pipeline/sources/google-sheets/index.ts";
import type { Mailboxes } from "#server/pipeline/sources/mailbox/index.ts";
import type { Websites } from "#server/pipeline/sources/website/index.ts";
import type { Store } from "#server/db/store.ts";

/** What every feature works with, built once in main.ts. */
export interface Workspace {
  store: Store;
  secrets: Secrets;
  /** What hashing a password takes with argon2id; `memory` in KiB. */
  passwordCost: { memory: number; passes: number; parallelism: number };
  feed: ChangeFeed;
  clock: Clock;
  log: Log;
  jobs: JobQueue;
  sheets: GoogleSheets;
  mailer: Mailer;
  mailboxes: Mailboxes;
  /** Where people sign in to use a mailbox without its password. */
  providers: MailProviders;
  websites: Websites;
  /** Sends requests to addresses that people entered. */
  outbound: GuardedFetch;
  /** Looks up the domains of leads' addresses; null if the operator turned that off. */
  dnsQuery: DnsQuery | null;
  /** The CRMs that leads are sent to. */
  crms: Crms;
  /** Where nightly backups are written. */
  backupDir: string;
  /** Free space on the disk of the data folder or the backups; null where the system doesn't report it. */
  diskSpace: (folder: "data" | "backups") => Promise<DiskSpace | null>;
  /** The default mailbox server. */
  imapUrl: string;
  /** This server's public address, if configured, without a trailing slash. */
  publicUrl: string | null;
  /** The recipient of support requests; null if not configured. */
  supportEmail: string | null;
  /** The operator's language model, for the assistant and for unclear messages and pages; null without one. */
  languageModel: LanguageModel | null;
  /** Identifies this process as the holder of leases. */
  processId: string;
  /** Aborted when the process is asked to stop: long work ends at its next safe point. */
  stopping: AbortSignal;
}
