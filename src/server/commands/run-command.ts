import { startFailure } from "#server/platform/errors.ts";
import { giveFilesToOwner, keepFilesPrivate } from "#server/platform/private-files.ts";
import type { Watch } from "#server/features/backups/file/make-backup.ts";

const CANCELED = "Canceled. Nothing was changed.";
const EXIT = { failed: 1, canceled: 130 };
const PROGRESS_MILLISECONDS = 2_000;

/**
 * Runs a command with progress on standard error. Prints its result, or with `--help` its usage, to standard output and
 * exits with 0; prints an error to standard error and exits with 1, or 130 after Ctrl-C.
 */
export async function runCommand(usage: string, work: (watch: Watch) => Promise<string>): Promise<void> {
  if (process.argv.slice(2).some((argument) => ["--help", "-h"].includes(argument))) {
    process.stdout.write(`Usage: ${usage}\n`);
    return;
  }
  keepFilesPrivate();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  try {
    process.stdout.write(`${await work({ signal: stop.signal, progress: progressPrinter() })}\n`);
  } catch (error) {
    const failure = isUnknownArgument(error) ? `Usage: ${usage}` : startFailure(error, process.env);
    process.stderr.write(`${stop.signal.aborted ? CANCELED : failure}\n`);
    process.exitCode = stop.signal.aborted ? EXIT.canceled : EXIT.failed;
  } finally {
    await giveFilesToOwner(process.env["WINNOW_DATA_DIR"] || "./data");
  }
}

/** Of parseArgs, whose messages name options that don't exist here. */
function isUnknownArgument(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
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
