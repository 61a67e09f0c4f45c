import { startFailure } from "#server/platform/errors.ts";
import { giveFilesToOwner, keepFilesPrivate } from "#server/platform/private-files.ts";
import type { Watch } from "#server/features/backups/file/make-backup.ts";

const CANCELED = "Canceled. Nothing was changed.";
const EXIT = { failed: 1, canceled: 130 };
const PROGRESS_MILLISECONDS = 2_000;

/**
 * Runs a command with progress on standard error. Prints its result to standard output and exits with 0; prints an error
 * to standard error and exits with 1, or 130 after Ctrl-C.
 */
export async function runCommand(work: (watch: Watch) => Promise<string>): Promise<void> {
  keepFilesPrivate();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  try {
    process.stdout.write(`${await work({ signal: stop.signal, progress: progressPrinter() })}\n`);
  } catch (error) {
    process.stderr.write(`${stop.signal.aborted ? CANCELED : startFailure(error, process.env)}\n`);
    process.exitCode = stop.signal.aborted ? EXIT.canceled : EXIT.failed;
  } finally {
    await giveFilesToOwner(process.env["WINNOW_DATA_DIR"] || "./data");
  }
}

/** Prints progress every few seconds, and each stage at least once. */
function progressPrinter(): Watch["progress"] {
  let printed = { stage: "", at: 0 };
  return (stage, table, rows) => {
    if (stage === printed.stage && performance.now() - printed.at < PROGRESS_MILLISECONDS) return;
    printed = { stage, at: performance.now() };
    process.stderr.write(`${stage} ${table}${rows === 0 ? "" : `: ${rows.toLocaleString("en")} rows`} …\n`);
  };
}
