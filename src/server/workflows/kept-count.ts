import type { ChangeTopic } from "#shared/contract/event.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Counting may take this share of the time: of a million leads it takes seconds, and much may be changing. */
const BUSY_SHARE = 0.05;
/** A small product is counted before the answer leaves; of a large one the last count is answered meanwhile. */
const INLINE_MILLISECONDS = 1_000;

export interface CountOptions<T> {
  /** What is said in the log when it fails. */
  name: string;
  /** After a change of one of these it is counted again. */
  topics: readonly ChangeTopic[];
  /** What the feed says once a count is there that somebody was not given. */
  announces: ChangeTopic;
  /** Ends by rejecting when the signal aborts. */
  count: (signal: AbortSignal) => Promise<T>;
}

/** Something that takes long to find out of all leads, and is kept until they change. */
export interface KeptCount<T> {
  /**
   * As last counted. Waits for the first count, and for a newer one when that comes at once; when it comes later, the
   * feed says so. Rejects with what counting does.
   */
  read(): Promise<T>;
  /** As last counted, null before the first, without waiting; when a newer one is there, the feed says so. */
  glance(): T | null;
  /** Resolves when nothing is counted any more, and nothing will be. */
  end(): Promise<void>;
}

/**
 * Counts in the background and only for those who ask: again when something has changed, but never for more than a small
 * share of the time.
 */
export function createKeptCount<T>(
  { feed, log, stopping }: Pick<Workspace, "feed" | "log" | "stopping">,
  options: CountOptions<T>,
): KeptCount<T> {
  const ended = new AbortController();
  const signal = AbortSignal.any([stopping, ended.signal]);
  let last: { value: T } | null = null;
  let isStale = true;
  let isAwaited = false;
  let running: Promise<{ value: T }> | null = null;
  let restUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  const forget = feed.onStale((topics) => {
    if (topics.some((topic) => options.topics.includes(topic))) isStale = true;
  });

  const count = async (): Promise<{ value: T }> => {
    const begin = performance.now();
    isStale = false;
    try {
      const counted = { value: await options.count(signal) };
      last = counted;
      if (isAwaited) feed.changed([options.announces]);
      isAwaited = false;
      return counted;
    } catch (error) {
      isStale = true;
      throw error;
    } finally {
      restUntil = performance.now() + (performance.now() - begin) / BUSY_SHARE;
      running = null;
    }
  };

  const start = (): Promise<{ value: T }> => (running ??= count());

  const startLater = (): void => {
    if (signal.aborted) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        // Whoever asks next is told why.
        start().catch((error: unknown) => log.warn({ err: error }, `${options.name} not counted`));
      },
      Math.max(0, restUntil - performance.now()),
    ).unref();
  };

  /** Whoever asked before the end of a count, or hears of one that a change overtook, is told when the next is there. */
  const tellOfNext = (): void => {
    if (running !== null || isStale) isAwaited = true;
    if (running === null && isStale) startLater();
  };

  return {
    async read() {
      if (last === null) await start();
      else if (running !== null || (isStale && performance.now() >= restUntil)) {
        await Promise.race([start(), new Promise((resolve) => setTimeout(resolve, INLINE_MILLISECONDS).unref())]);
      }
      tellOfNext();
      return (last ?? (await start())).value;
    },

    glance() {
      tellOfNext();
      return last?.value ?? null;
    },

    async end() {
      forget();
      clearTimeout(timer);
      ended.abort();
      await running?.catch(() => null);
    },
  };
}
