import { startThread, type Thread } from "#server/platform/thread.ts";

/** A request to the thread. */
export interface PasswordQuestion {
  password: string;
  /** Words an attacker would try first for this account. */
  context: readonly string[];
}

/** The word lists take 70 MB and are rarely needed, so the thread ends when idle. */
const IDLE_MILLISECONDS = 60_000;

let thread: Thread<PasswordQuestion, string | null> | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Why a password is easy to guess, as the end of a sentence ("it's one of the most common passwords"); null if it takes
 * ten billion guesses or more. Runs in a thread, because a long password takes a second.
 */
export async function whyGuessable(password: string, context: readonly string[]): Promise<string | null> {
  clearTimeout(idle);
  thread ??= startThread(new URL("password-worker.ts", import.meta.url), "The password check was stopped");
  const asked = thread;
  try {
    return await asked.ask({ password, context });
  } catch (error) {
    // The next request gets a new thread.
    if (thread === asked) thread = null;
    void asked.close();
    throw error;
  } finally {
    clearTimeout(idle);
    idle = setTimeout(() => {
      void thread?.close();
      thread = null;
    }, IDLE_MILLISECONDS).unref();
  }
}
