import type { ChangeFeed } from "#server/platform/change-feed.ts";
import { acting } from "#server/platform/acting.ts";
import type { ChangeTopic } from "#shared/contract/event.ts";

/** Answers for accounts with limited sight, in addition to those for everyone. */
const MOST_LIMITED = 200;

/**
 * Caches answers until something they depend on changes or `maxAge` milliseconds have passed. An answer overtaken by a
 * change is returned but not cached. Accounts with limited sight don't share theirs. Each key is
 * read by one query at a time: callers that arrive during a read wait for it, or for the next one if something has
 * changed since it began.
 */
export function createAnswerCache<T>(options: {
  feed: Pick<ChangeFeed, "onStale">;
  topics: readonly ChangeTopic[];
  maxAge: number;
  maxEntries: number;
}): (key: string, read: () => Promise<T>) => Promise<T> | T {
  const { feed, topics, maxAge, maxEntries } = options;
  const entries = new Map<string, { value: T; expires: number }>();
  const readings = new Map<string, Reading<T>>();
  let generation = 0;
  feed.onStale((changed) => {
    if (!changed.some((topic) => topics.includes(topic))) return;
    generation += 1;
    entries.clear();
  });

  const readAndKeep = async (key: string, read: () => Promise<T>): Promise<T> => {
    const before = generation;
    const value = await read();
    if (generation === before) {
      // Accounts with limited sight have their own answers.
      const most = acting().sight === undefined ? maxEntries : maxEntries + MOST_LIMITED;
      if (entries.size >= most) entries.clear();
      entries.set(key, { value, expires: performance.now() + maxAge });
    }
    return value;
  };

  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    const reading: Reading<T> = { generation, value: readAndKeep(key, read), next: null };
    readings.set(key, reading);
    const end = (): void => {
      // The waiting read has taken its place by then.
      if (readings.get(key) === reading) readings.delete(key);
    };
    reading.value.then(end, end);
    return reading.value;
  };

  return (asked, read) => {
    const { sight } = acting();
    const key = sight === undefined ? asked : `${sight.ownerKey} ${asked}`;
    const entry = entries.get(key);
    if (entry !== undefined && entry.expires > performance.now()) return entry.value;
    const current = readings.get(key);
    if (current === undefined) return begin(key, read);
    if (current.generation === generation) return current.value;
    const beginNext = (): Promise<T> => begin(key, read);
    current.next ??= current.value.then(beginNext, beginNext);
    return current.next;
  };
}

interface Reading<T> {
  /** The change counter when the read began. */
  generation: number;
  value: Promise<T>;
  /** The read that starts when this one ends, if someone waits for it. */
  next: Promise<T> | null;
}
