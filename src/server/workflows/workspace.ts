import type { Mailer } from "#server/mail/mailer.ts";
import type { ChangeFeed } from "#server/platform/change-feed.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
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
  sheets: GoogleSheets;
  mailer: Mailer;
  mailboxes: Mailboxes;
  websites: Websites;
  /** The mailbox server that is meant where none is named. */
  imapUrl: string;
  /** Where others reach this server, as the operator says; null when nobody said. */
  publicUrl: string | null;
  /** Where requests for support are mailed to; null when the operator named nobody. */
  supportEmail: string | null;
  /** Names this process as the holder of leases. */
  processId: string;
  /** Aborted when the process is asked to stop: long work ends at its next safe point. */
  stopping: AbortSignal;
}

/** Who acts when nobody has signed in: the person at this machine. */
export const OWNER = "You";
