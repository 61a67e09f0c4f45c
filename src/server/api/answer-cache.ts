import type { ChangeFeed } from "#server/platform/change-feed.ts";
import type { ChangeTopic } from "#shared/contract/event.ts";

/**
 * Remembers answers until something they depend on changes, or `maxAge` milliseconds have passed. An answer whose
 * reading was overtaken by a change is given but not remembered.
 */
export function createAnswerCache<T>(options: {
  feed: ChangeFeed;
  topics: readonly ChangeTopic[];
  maxAge: number;
  maxEntries: number;
}): (key: string, read: () => Promise<T>) => Promise<T> | T {
  const { feed, topics, maxAge, maxEntries } = options;
  const entries = new Map<string, { value: T; expires: number }>();
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
      if (entries.size >= maxEntries) entries.clear();
      entries.set(key, { value, expires: performance.now() + maxAge });
    }
    return value;
  };

  return (key, read) => {
    const entry = entries.get(key);
    if (entry !== undefined && entry.expires > performance.now()) return entry.value;
    return readAndKeep(key, read);
  };
}
