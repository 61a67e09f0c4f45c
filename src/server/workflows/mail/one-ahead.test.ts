import { expect, test } from "vitest";
import { oneAhead } from "#server/workflows/mail/one-ahead.ts";

async function* three(log: string[], breaksOff = false): AsyncGenerator<number> {
  for (const item of [1, 2, 3]) {
    log.push(`fetched ${item}`);
    yield item;
  }
  if (breaksOff) throw new Error("broke off");
}

test("the work on the next item begins before a result is handed out", async () => {
  const log: string[] = [];
  const results = oneAhead(three(log), async (item) => {
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

test("what was begun is handed out before the items' failure", async () => {
  const results: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const result of oneAhead(three([], true), async (item) => item)) results.push(result);
  };
  await expect(reading()).rejects.toThrow("broke off");
  expect(results).toEqual([1, 2, 3]);
});

test("nothing is handed out after work that failed", async () => {
  const results: number[] = [];
  const work = (item: number): Promise<number> =>
    item === 2 ? Promise.reject(new Error("two")) : Promise.resolve(item);
  const reading = async (): Promise<void> => {
    for await (const result of oneAhead(three([]), work)) results.push(result);
  };
  await expect(reading()).rejects.toThrow("two");
  expect(results).toEqual([1]);
});

test("whoever stops early lets go of the items", async () => {
  let isClosed = false;
  async function* items(): AsyncGenerator<number> {
    try {
      yield* three([]);
    } finally {
      isClosed = true;
    }
  }
  for await (const result of oneAhead(items(), async (item) => item)) if (result === 1) break;
  expect(isClosed).toBe(true);
});
