import { expect, it } from "vitest";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import type { ChangeTopic } from "#shared/contract/event.ts";

/** A cache, and what it reads: each read waits until the test ends it with a value or a failure. */
function cacheOf() {
  const listeners: ((topics: readonly ChangeTopic[]) => void)[] = [];
  const readings: PromiseWithResolvers<string>[] = [];
  const cached = createAnswerCache<string>({
    feed: {
      onStale(listener) {
        listeners.push(listener);
        return () => {};
      },
    },
    topics: ["leads"],
    maxAge: 60_000,
    maxEntries: 2,
  });
  return {
    readings,
    changed: (topic: ChangeTopic) => listeners.forEach((listener) => listener([topic])),
    ask: async (key = "all") =>
      cached(key, () => {
        const reading = Promise.withResolvers<string>();
        readings.push(reading);
        return reading.promise;
      }),
  };
}

it("reads once for concurrent callers, and caches until a relevant change", async () => {
  const { ask, changed, readings } = cacheOf();
  const both = [ask(), ask()];
  expect(readings).toHaveLength(1);
  readings[0]?.resolve("first");
  expect(await Promise.all(both)).toEqual(["first", "first"]);
  changed("rules");
  expect(await ask()).toBe("first");
  expect(readings).toHaveLength(1);
  changed("leads");
  const again = ask();
  readings[1]?.resolve("second");
  expect(await again).toBe("second");
});

it("never returns a value from before a change, and reads once at a time", async () => {
  const { ask, changed, readings } = cacheOf();
  const before = ask();
  changed("leads");
  const after = [ask(), ask()];
  changed("leads");
  const last = ask();
  expect(readings).toHaveLength(1);
  readings[0]?.resolve("old");
  expect(await before).toBe("old");
  await expect.poll(() => readings.length).toBe(2);
  // That one began after both changes.
  const joined = ask();
  readings[1]?.resolve("new");
  expect(await Promise.all([...after, last, joined])).toEqual(["new", "new", "new", "new"]);
  expect(readings).toHaveLength(2);
});

it("passes a failure to all waiting callers, doesn't cache it, and recovers for later ones", async () => {
  const { ask, changed, readings } = cacheOf();
  const both = [ask(), ask()];
  changed("leads");
  const later = ask();
  readings[0]?.reject(new Error("no database"));
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect.poll(() => readings.length).toBe(2);
  readings[1]?.resolve("well");
  expect(await later).toBe("well");
});

it("reads different answers concurrently, and clears the cache when it is full", async () => {
  const { ask, readings } = cacheOf();
  const asked = ["a", "b", "c"].map((key) => ask(key));
  expect(readings).toHaveLength(3);
  readings.forEach((reading, index) => reading.resolve(`${index}`));
  expect(await Promise.all(asked)).toEqual(["0", "1", "2"]);
  expect(await ask("c")).toBe("2");
  void ask("a");
  expect(readings).toHaveLength(4);
});
