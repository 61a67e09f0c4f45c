import { startThread } from "#server/platform/thread.ts";

const ENDED = "The thread of the check has ended.";

/**
 * Reads every page of a SQLite file in a thread of its own, while others use it. Throws store_damaged, and what `signal`
 * was aborted with.
 */
export async function checkInThread(file: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const thread = startThread<string, void>(new URL("sqlite-check-thread.ts", import.meta.url), ENDED);
  const end = (): void => void thread.close();
  signal.addEventListener("abort", end);
  try {
    await thread.ask(file);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
    await thread.close();
  }
}
