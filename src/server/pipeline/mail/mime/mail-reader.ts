import { LIMITS } from "#shared/limits.ts";
import type { AnalyzeOptions, AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";
import type { StoredMessage } from "#server/pipeline/mail/mime/is-same-message.ts";
import type { MessageHead } from "#server/pipeline/mail/mime/message-head.ts";
import type { TextModel } from "#server/pipeline/mail/model/text-model.ts";
import type { ShownMessage } from "#server/pipeline/mail/shown/read-shown-message.ts";
import { unreadableEmail } from "#server/pipeline/mail/mime/unreadable-email.ts";
import { startThread, type Thread } from "#server/platform/thread.ts";

/** Requests to the thread. */
export type MailTask =
  | { kind: "analyze"; raw: Uint8Array | string; options: SentOptions }
  | { kind: "show"; raw: Uint8Array }
  | { kind: "is-same"; raw: Uint8Array; stored: StoredMessage }
  | { kind: "heads"; raws: readonly Uint8Array[] };

/** Excludes weights and pairs: the thread loads the shipped ones, which every model shares. */
export type SentOptions = Omit<AnalyzeOptions, "model"> & { model: Omit<TextModel, "weights" | "pairs"> };

/** The thread's responses. A refusal is a regular response, unlike a crash. */
export type MailAnswer = { answer: unknown } | { refusal: string };

interface Waiting {
  task: MailTask;
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** A thread with its queue of messages; it reads the first one. */
interface Lane {
  thread: Thread<MailTask, MailAnswer>;
  given: Waiting[];
  timer: NodeJS.Timeout | undefined;
}

/** A message took too much time or memory. */
class UnreadableError extends Error {
  constructor() {
    super("It takes too long to read");
  }
}

interface MailReaderOptions {
  start?: typeof startMailThread;
  /** Time limit per message. */
  milliseconds?: number;
}

const ENDED = "Mail reading was stopped";

export function startMailThread(): Thread<MailTask, MailAnswer> {
  return startThread(new URL("mail-worker.ts", import.meta.url), ENDED);
}

/**
 * Reads messages in a worker thread, which starts with the first message and ends when idle. Any message may be crafted
 * by a stranger to take very long, so this process never reads one on its main thread; one that takes too much time or
 * memory is rejected without affecting others. The caller closes the reader.
 */
export function createMailReader({ start = startMailThread, milliseconds }: MailReaderOptions = {}) {
  const allowed = milliseconds ?? LIMITS.mailbox.readMilliseconds;
  let lane: Lane | null = null;
  let isClosed = false;

  const end = async (ended: Lane): Promise<void> => {
    if (lane === ended) lane = null;
    clearTimeout(ended.timer);
    await ended.thread.close();
  };
  /** Starts the first message's time limit, or the idle timeout when there is none. */
  const allowTime = (to: Lane): void => {
    clearTimeout(to.timer);
    const isIdle = to.given.length === 0;
    to.timer = setTimeout(() => void end(to), isIdle ? LIMITS.mailbox.idleMilliseconds : allowed);
    if (isIdle) to.timer.unref();
  };
  const give = async (message: Waiting): Promise<void> => {
    if (isClosed) return message.reject(new Error(ENDED));
    const at: Lane = (lane ??= { thread: start(), given: [], timer: undefined });
    at.given.push(message);
    if (at.given.length === 1) allowTime(at);
    try {
      const reply = await at.thread.ask(message.task);
      at.given.shift();
      allowTime(at);
      if ("answer" in reply) message.resolve(reply.answer as never);
      else message.reject(new Error(reply.refusal));
    } catch {
      await end(at);
      // The message being read crashed the thread; a new thread reads the ones queued behind it.
      if (at.given[0] !== message || isClosed) return give(message);
      message.reject(new UnreadableError());
    }
  };
  const ask = <T>(task: MailTask): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    void give({ task, resolve, reject });
    return promise;
  };

  return {
    /** Runs analyzeEmail: who wrote a message and whether it is a lead. */
    async analyze(
      raw: Uint8Array | string,
      { model: { weights: _weights, pairs: _pairs, ...model }, ...options }: AnalyzeOptions,
    ): Promise<AnalyzedEmail> {
      try {
        return await ask<AnalyzedEmail>({ kind: "analyze", raw, options: { ...options, model } });
      } catch (error) {
        if (error instanceof UnreadableError) return unreadableEmail(raw, error);
        throw error;
      }
    },
    /** Reads a message for display. Rejects with a readable reason if it can't be displayed. */
    show: (raw: Uint8Array): Promise<ShownMessage> => ask({ kind: "show", raw }),
    /** Whether these bytes are the stored message. */
    isSame: (raw: Uint8Array, stored: StoredMessage): Promise<boolean> => ask({ kind: "is-same", raw, stored }),
    /** Reads several message headers; null for unreadable ones. */
    heads: (raws: readonly Uint8Array[]): Promise<(MessageHead | null)[]> => ask({ kind: "heads", raws }),
    async close(): Promise<void> {
      isClosed = true;
      if (lane !== null) await end(lane);
    },
  };
}

export type MailReader = ReturnType<typeof createMailReader>;

/** The process-wide reader for interactive requests. */
export const sharedMailReader = createMailReader();
