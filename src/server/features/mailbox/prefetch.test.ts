import { expect, test } from "vitest";
import { prefetch } from "#server/features/mailbox/prefetch.ts";

async function* three(log: string[], breaksOff = false): AsyncGenerator<number> {
  for (const item of [1, 2, 3]) {
    log.push(`fetched ${item}`);
    yield item;
  }
  if (breaksOff) throw new Error("broke off");
}

test("work on the next item begins before a result is returned", async () => {
  const log: string[] = [];
  const results = prefetch(three(log), async (item) => {
    log.push(`begun ${item}`);
    return item * 10;
  });
  for await (const result of results) log.push(`result ${result}`);
  expect(log).toEqual([
    "fetched 1",
    "begun 1",
    "fetched 2",
    "begun 2",
    "result 10",
    "fetched 3",
    "begun 3",
    "result 20",
    "result 30",
  ]);
});

test("results of started work come before the items' failure", async () => {
  const results: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const result of prefetch(three([], true), async (item) => item)) results.push(result);
  };
  await expect(reading()).rejects.toThrow("broke off");
  expect(results).toEqual([1, 2, 3]);
});

test("nothing is returned after work that failed", async () => {
  const results: number[] = [];
  const work = (item: number): Promise<number> =>
    item === 2 ? Promise.reject(new Error("two")) : Promise.resolve(item);
  const reading = async (): Promise<void> => {
    for await (const result of prefetch(three([]), work)) results.push(result);
  };
  await expect(reading()).rejects.toThrow("two");
  expect(results).toEqual([1]);
});

test("a consumer that stops early closes the items", async () => {
  let isClosed = false;
  async function* items(): AsyncGenerator<number> {
    try {
      yield* three([]);
    } finally {
      isClosed = true;
    }
  }
  for await (const result of prefetch(items(), async (item) => item)) if (result === 1) break;
  expect(isClosed).toBe(true);
});
