import { askInThread } from "#server/platform/thread.ts";

/**
 * Reads every page of a SQLite file in a separate thread, while others use it. Throws store_damaged, and the abort
 * reason of `signal`.
 */
export function checkInThread(file: string, signal: AbortSignal): Promise<void> {
  const program = new URL("sqlite-check-thread.ts", import.meta.url);
  return askInThread(program, "The check's thread stopped.", file, signal);
}
