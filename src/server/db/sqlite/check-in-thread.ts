import { startThread } from "#server/platform/thread.ts";

const ENDED = "The check's thread stopped.";

/**
 * Reads every page of a SQLite file in a separate thread, while others use it. Throws store_damaged, and the abort
 * reason of `signal`.
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
