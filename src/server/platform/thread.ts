import { parentPort, Worker } from "node:worker_threads";
import { AppError, messageOf } from "#server/platform/errors.ts";

/** A worker thread that answers requests of one kind off the main thread. */
export interface Thread<Question, Answer> {
  /** Answers in order. Rejects with what the program throws (an AppError stays one), and when the thread has ended. */
  ask(question: Question): Promise<Answer>;
  /**
   * Ends the thread, even in the middle of an answer, but not before it has loaded its program: ended while loading a
   * native addon, it would abort the whole process.
   */
  close(): Promise<void>;
}

/** Messages to and from a thread; both are copied. */
interface Asked<Question> {
  id: number;
  question: Question;
}
type Reply<Answer> = { id: number; answer: Answer } | { id: number; error: CopiedError };
/** What a thread says first. */
const LOADED = "loaded";

/** An error in copyable form; `app` holds an AppError's details, which a copy would drop. */
interface CopiedError {
  message: string;
  app: Pick<AppError, "id" | "status" | "retryAfterSeconds" | "members"> | null;
}

/**
 * Starts a program that calls `answerAsked`; the caller closes it. `ended` is the error message after it has ended;
 * the program finds `data` in its `workerData`.
 */
export function startThread<Question, Answer>(program: URL, ended: string, data?: string): Thread<Question, Answer> {
  const worker = new Worker(program, { workerData: data });
  // Only a pending request keeps the process running.
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let lastId = 0;
  let ending: Error | null = null;
  let isClosing = false;
  const loaded = Promise.withResolvers<void>();
  const end = (error: Error): void => {
    ending ??= error;
    for (const { reject } of waiting.values()) reject(ending);
    waiting.clear();
    loaded.resolve();
  };
  worker.on("message", (reply: typeof LOADED | Reply<Answer>) => {
    if (reply === LOADED) {
      loaded.resolve();
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0 && !isClosing) worker.unref();
    if ("error" in reply) asked?.reject(errorOf(reply.error));
    else asked?.resolve(reply.answer);
  });
  worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => end(new Error(ended)));
  return {
    ask(question) {
      if (ending !== null) return Promise.reject(ending);
      const asked = Promise.withResolvers<Answer>();
      lastId += 1;
      waiting.set(lastId, asked);
      worker.ref();
      const message: Asked<Question> = { id: lastId, question };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(message);
      return asked.promise;
    },
    async close() {
      isClosing = true;
      worker.ref();
      await loaded.promise;
      await worker.terminate();
    },
  };
}

/** Asks a program one question, in a separate thread. Rejects with the abort reason of `signal`. */
export async function askInThread<Answer>(
  program: URL,
  ended: string,
  question: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted();
  const thread = startThread<unknown, Answer>(program, ended);
  const end = (): void => void thread.close();
  signal?.addEventListener("abort", end);
  try {
    return await thread.ask(question);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", end);
    await thread.close();
  }
}

/** Runs a thread's program: answers each message in turn. A program loads its native addons before. */
export function answerAsked(answer: (question: never) => unknown): void {
  const send = (reply: typeof LOADED | Reply<unknown>): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(reply);
  };
  let before = Promise.resolve();
  parentPort?.on("message", ({ id, question }: Asked<never>) => {
    before = before.then(async () => {
      try {
        send({ id, answer: await answer(question) });
      } catch (error) {
        send({ id, error: { message: messageOf(error), app: appOf(error) } });
      }
    });
  });
  send(LOADED);
}

function appOf(error: unknown): CopiedError["app"] {
  if (!(error instanceof AppError)) return null;
  const { id, status, retryAfterSeconds, members } = error;
  return { id, status, retryAfterSeconds, members };
}

function errorOf({ message, app }: CopiedError): Error {
  if (app === null) return new Error(message);
  const { id, status, retryAfterSeconds, members } = app;
  return new AppError(id, status, message, { members, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}
