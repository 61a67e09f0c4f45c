import type { JobKind } from "#shared/contract/job.ts";
import type { JobRow } from "#server/db/jobs/job-records.ts";
import type { StatementRunner, Work } from "#server/db/engine/sql.ts";

/** Sends messages between the job queues of every process on a store. */
export interface QueueChannel {
  publish(message: string): Promise<void>;
  /** Receives what any process published, and an empty message when some may have been missed. */
  subscribe(listener: (message: string) => void): () => void;
}

/** What jobs need from PostgreSQL besides `Work`: a runner for pg-boss's own statements, and a channel. */
export interface JobDatabase extends StatementRunner, QueueChannel {}

/** A job that may run now, and the token that identifies the run. */
export interface Claim {
  row: JobRow;
  token: string;
  /** Its last run ended with its process. */
  isLost: boolean;
}

/**
 * Delivers jobs from the `jobs` table to the processes that run them. The table holds everything people see; the work
 * returned here joins the transaction that changes the table, so that the two never disagree.
 */
export interface JobDelivery extends QueueChannel {
  /** Resolves when work of this delivery can run. */
  ready(): Promise<unknown>;
  /** Periodic maintenance before a claim: finds lost runs. */
  maintain(): Promise<void>;
  /** Makes a waiting job available to be claimed by one process once it is due. */
  offer(row: Pick<JobRow, "id" | "due_at">): Work<void>;
  /** Claims due jobs whose key no run holds, and jobs whose run was lost. */
  claim(kinds: readonly JobKind[], limit: number, leaseMilliseconds: number): Work<Claim[]>;
  /** Extends the leases of these tokens. */
  renew(tokens: readonly string[], leaseMilliseconds: number): Work<void>;
  /** Ends the run with this token. Must come first in its transaction. */
  settle(token: string): Work<void>;
  /** Milliseconds until `claim` may find one of these kinds; null when none is waiting. */
  nextDue(kinds: readonly JobKind[]): Work<number | null>;
  close(): Promise<void>;
}
