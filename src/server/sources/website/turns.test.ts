import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns, type Politeness, type Wait } from "#server/sources/website/turns.ts";

const go = new AbortController().signal;
const politeness = (delay: number, connections = 1): Politeness => ({
  minimumDelayMilliseconds: delay,
  connectionsPerHost: connections,
  retryMilliseconds: [],
});

/** Turns whose waits are noted and over at once. */
function noted(settings: Politeness): { turns: ReturnType<typeof createTurns>; waits: number[] } {
  const waits: number[] = [];
  const wait: Wait = async (milliseconds) => void waits.push(Math.ceil(milliseconds));
  return { turns: createTurns(settings, wait), waits };
}

// Between two lines of a test a busy machine may let any time pass.
beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

test("a host rests after each answer, other hosts do not wait for it", async () => {
  const { turns, waits } = noted(politeness(10_000));
  (await turns.take("a.example", 0, go))();
  (await turns.take("b.example", 0, go))();
  expect(waits).toEqual([]);
  (await turns.take("a.example", 0, go))();
  expect(waits).toEqual([10_000]);
});

test("the longer of both delays counts", async () => {
  const { turns, waits } = noted(politeness(1_000));
  (await turns.take("a.example", 30_000, go))();
  (await turns.take("a.example", 30_000, go))();
  expect(waits).toEqual([30_000]);
});

test("without a delay nothing waits", async () => {
  const { turns, waits } = noted(politeness(0, 2));
  for (let turn = 0; turn < 10; turn += 1) (await turns.take("a.example", 0, go))();
  expect(waits).toEqual([]);
});

test("a host is asked by one at a time, in the order of asking", async () => {
  const { turns } = noted(politeness(0));
  const order: string[] = [];
  const first = await turns.take("a.example", 0, go);
  const others = ["second", "third"].map(async (name) => {
    const done = await turns.take("a.example", 0, go);
    order.push(name);
    done();
  });
  expect(order).toEqual([]);
  first();
  await Promise.all(others);
  expect(order).toEqual(["second", "third"]);
});

test("who gives up leaves the line, and the turn goes to the next", async () => {
  const { turns } = noted(politeness(0));
  const first = await turns.take("a.example", 0, go);
  const giveUp = new AbortController();
  const second = turns.take("a.example", 0, giveUp.signal);
  const third = turns.take("a.example", 0, go);
  giveUp.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  first();
  (await third)();
  (await turns.take("a.example", 0, go))();
  await expect(turns.take("a.example", 0, giveUp.signal)).rejects.toThrow("enough");
});
