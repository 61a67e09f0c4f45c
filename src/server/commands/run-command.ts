import { AppError, messageOf } from "#server/platform/errors.ts";
import type { Watch } from "#server/backup/make-backup.ts";

const CANCELLED = "Cancelled. Nothing was changed.";
const EXIT = { failed: 1, cancelled: 130 };
const TELL_MILLISECONDS = 2_000;

/**
 * Runs a command: tells its progress on standard error, ends with the sentence it answers on standard output and code 0,
 * or with what it throws on standard error and code 1; after Ctrl-C with code 130.
 */
export async function runCommand(work: (watch: Watch) => Promise<string>): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  try {
    process.stdout.write(`${await work({ signal: stop.signal, progress: teller() })}\n`);
  } catch (error) {
    process.stderr.write(`${stop.signal.aborted ? CANCELLED : wordsOf(error)}\n`);
    process.exitCode = stop.signal.aborted ? EXIT.cancelled : EXIT.failed;
  }
}

/** Says what is done at most every few seconds, and each stage at least once. */
function teller(): Watch["progress"] {
  let told = { stage: "", at: 0 };
  return (stage, table, rows) => {
    if (stage === told.stage && performance.now() - told.at < TELL_MILLISECONDS) return;
    told = { stage, at: performance.now() };
    process.stderr.write(`${stage} ${table}${rows === 0 ? "" : `: ${rows.toLocaleString("en")} rows`} …\n`);
  };
}

function wordsOf(error: unknown): string {
  const reason = error instanceof AppError && error.id === "store_unreachable" ? ` (${messageOf(error.cause)})` : "";
  return `${messageOf(error)}${reason}`;
}
