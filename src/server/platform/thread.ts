import { parentPort, Worker } from "node:worker_threads";
import { AppError, messageOf } from "#server/platform/errors.ts";

/** A thread that answers questions of one kind, beside the one that serves requests. */
export interface Thread<Question, Answer> {
  /**
   * Answers in the order of the questions. Rejects with what the program throws, an AppError as one, and when the thread
   * has ended.
   */
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** What goes to a thread and what comes back; both are copied on the way. */
interface Asked<Question> {
  id: number;
  question: Question;
}
type Told<Answer> = { id: number; answer: Answer } | { id: number; error: ToldError };

/** An error as it is copied; `app` is what else an AppError says, of which a copy would keep the text alone. */
interface ToldError {
  message: string;
  app: Pick<AppError, "id" | "status"> | null;
}

/** Starts a program that calls `answerAsked`; whoever starts it closes it. `ended` is what is said once it has ended. */
export function startThread<Question, Answer>(program: URL, ended: string): Thread<Question, Answer> {
  const worker = new Worker(program);
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let lastId = 0;
  let ending: Error | null = null;
  const end = (error: Error): void => {
    ending ??= error;
    for (const { reject } of waiting.values()) reject(ending);
    waiting.clear();
  };
  worker.on("message", (told: Told<Answer>) => {
    const asked = waiting.get(told.id);
    waiting.delete(told.id);
    if ("error" in told) asked?.reject(errorOf(told.error));
    else asked?.resolve(told.answer);
  });
  worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => end(new Error(ended)));
  return {
    ask(question) {
      if (ending !== null) return Promise.reject(ending);
      const asked = Promise.withResolvers<Answer>();
      lastId += 1;
      waiting.set(lastId, asked);
      const message: Asked<Question> = { id: lastId, question };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(message);
      return asked.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Makes the program of a thread: answers each question that comes, one after the other. */
export function answerAsked(answer: (question: never) => unknown): void {
  const tell = (told: Told<unknown>): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(told);
  };
  let before = Promise.resolve();
  parentPort?.on("message", ({ id, question }: Asked<never>) => {
    before = before.then(async () => {
      try {
        tell({ id, answer: await answer(question) });
      } catch (error) {
        tell({ id, error: { message: messageOf(error), app: appOf(error) } });
      }
    });
  });
}

function appOf(error: unknown): ToldError["app"] {
  return error instanceof AppError ? { id: error.id, status: error.status } : null;
}

function errorOf({ message, app }: ToldError): Error {
  return app === null ? new Error(message) : new AppError(app.id, app.status, message);
}
