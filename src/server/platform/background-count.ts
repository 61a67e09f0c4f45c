import { beyondSight } from "#server/platform/acting.ts";
import type { ChangeTopic } from "#shared/contract/event.ts";
import type { ChangeFeed } from "#server/platform/change-feed.ts";
import type { Log } from "#server/platform/log.ts";

/** The share of the time that counting may take: a million leads take seconds, and much may be changing. */
const BUSY_SHARE = 0.05;
/**
 * A small installation is counted before the answer is sent; a large one gets the last count and counts in the
 * background.
 */
const INLINE_MILLISECONDS = 1_000;

export interface CountOptions<T> {
  /** Named in the log if counting fails. */
  name: string;
  /** Changes to these make it stale. */
  topics: readonly ChangeTopic[];
  /** Published once a count is available that someone didn't get. */
  announces: ChangeTopic;
  /** Rejects when the signal aborts. */
  count: (signal: AbortSignal) => Promise<T>;
}

/**
 * An expensive figure of all leads, cached until they change. Counts in the background, only on request: again after a change, but never for more than a small share of
 * the time.
 */
export function createBackgroundCount<T>(
  { feed, log, stopping }: { feed: ChangeFeed; log: Log; stopping: AbortSignal },
  options: CountOptions<T>,
) {
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
      const counted = { value: await beyondSight(() => options.count(signal)) };
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
        // The next caller gets the error.
        start().catch((error: unknown) => log.warn({ err: error }, `${options.name} not counted`));
      },
      Math.max(0, restUntil - performance.now()),
    ).unref();
  };

  /** Announces the next count to callers who asked during one or got one that a change has overtaken. */
  const announceNext = (): void => {
    if (running !== null || isStale) isAwaited = true;
    if (running === null && isStale) startLater();
  };

  return {
    /**
     * The last count. Waits for the first count, and for a newer one if it is quick; otherwise the feed announces it.
     * Rejects as `count` does.
     */
    async read(): Promise<T> {
      if (last === null) await start();
      else if (running !== null || (isStale && performance.now() >= restUntil)) {
        await Promise.race([start(), new Promise((resolve) => setTimeout(resolve, INLINE_MILLISECONDS).unref())]);
      }
      announceNext();
      return (last ?? (await start())).value;
    },

    /** The last count without waiting, null before the first; the feed announces a newer one. */
    glance(): T | null {
      announceNext();
      return last?.value ?? null;
    },

    /** Resolves when counting has stopped for good. */
    async end(): Promise<void> {
      forget();
      clearTimeout(timer);
      ended.abort();
      await running?.catch(() => null);
    },
  };
}
