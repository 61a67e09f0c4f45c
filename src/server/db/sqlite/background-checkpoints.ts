import { Worker } from "node:worker_threads";
import type { Database } from "better-sqlite3";

/** Lengths of the write-ahead log in 4 kB pages. */
interface LogLengths {
  /** Length at which a pass moves the log and syncs it to disk, so that a durable commit has less to wait for. */
  pass: number;
  /** Length at which writers of parts wait until the log can restart. */
  most: number;
}

const LENGTHS: LogLengths = { pass: 4_000, most: 16_000 };
/** Limit of passes per wait: other commits keep adding to the log, and with many of them it restarts later. */
const PASSES = 3;
/** SQLite's default: the commit that makes the log this long checkpoints it. */
const USUAL_PAGES = 1_000;
const IDLE_MILLISECONDS = 5_000;
/** The thread runs a single statement, but needs 10 MB once to strip the types of its source. */
const RESOURCES = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 64 };

/**
 * Checkpoints the write-ahead log in a separate thread during heavy writes.
 *
 * Without the thread, every commit of a large import would checkpoint the log itself, 20 MB with two disk syncs,
 * blocking everything else. The thread starts once the log is long, because starting it costs more than a small import,
 * and ends a few seconds after the last part.
 */
export function backgroundCheckpoints(db: Database, lengths = LENGTHS) {
  let isLeftToCommits = true;
  let thread: Worker | null = null;
  let passing: Promise<void> | null = null;
  let idle: NodeJS.Timeout | null = null;

  const leaveToCommits = (): void => {
    isLeftToCommits = true;
    thread = null;
    if (idle !== null) clearTimeout(idle);
    if (db.open) db.pragma(`wal_autocheckpoint = ${USUAL_PAGES}`);
  };
  const begin = (): Worker => {
    const worker = new Worker(new URL("checkpoint-worker.ts", import.meta.url), {
      workerData: db.name,
      resourceLimits: RESOURCES,
    });
    worker.unref();
    const gone = (): void => {
      if (thread === worker) leaveToCommits();
    };
    worker.on("error", gone).on("exit", gone);
    return worker;
  };
  const pass = (worker: Worker): Promise<void> => {
    if (thread !== worker) return Promise.resolve();
    passing ??= new Promise<void>((resolve) => {
      const end = (): void => {
        worker.off("message", end).off("exit", end);
        passing = null;
        resolve();
      };
      worker.on("message", end).on("exit", end);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage("pass");
    });
    return passing;
  };
  const log = (): { pages: number; left: number } => {
    const [state] = db.pragma("wal_checkpoint(noop)") as { log: number; checkpointed: number }[];
    const { log: pages = 0, checkpointed = 0 } = state ?? {};
    return { pages, left: pages - checkpointed };
  };
  const end = async (): Promise<void> => {
    if (isLeftToCommits) return;
    if (thread === null && (!db.open || log().left < USUAL_PAGES)) {
      leaveToCommits();
      return;
    }
    const worker = (thread ??= begin());
    await pass(worker);
    // The current pass may have started before the last commit.
    if (db.open && log().left > 0) await pass(worker);
    if (thread === worker) leaveToCommits();
    await worker.terminate();
  };

  return {
    /**
     * Resolves when the log has room for another part; from the first call on, no commit checkpoints.
     */
    async makeRoom(): Promise<void> {
      if (isLeftToCommits) {
        isLeftToCommits = false;
        db.pragma("wal_autocheckpoint = 0");
      }
      if (idle !== null) clearTimeout(idle);
      idle = setTimeout(() => void end(), IDLE_MILLISECONDS).unref();
      const { pages, left } = log();
      if (left < lengths.pass) return;
      const worker = (thread ??= begin());
      const first = pass(worker);
      if (pages < lengths.most) return;
      await first;
      for (let passes = 1; passes < PASSES && log().left > 0; passes += 1) await pass(worker);
    },
    /** Ends the thread, if there is one, after a final checkpoint. */
    close: end,
  };
}
