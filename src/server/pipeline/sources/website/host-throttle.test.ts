import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHostThrottle, type Politeness, type Wait } from "#server/pipeline/sources/website/host-throttle.ts";

const go = new AbortController().signal;
const politeness = (delay: number, connections = 1): Politeness => ({
  minimumDelayMilliseconds: delay,
  connectionsPerHost: connections,
  retryMilliseconds: [],
});

/** A throttle that records its delays instead of waiting. */
function noted(settings: Politeness): { throttle: ReturnType<typeof createHostThrottle>; waits: number[] } {
  const waits: number[] = [];
  const wait: Wait = async (milliseconds) => void waits.push(Math.ceil(milliseconds));
  return { throttle: createHostThrottle(settings, wait), waits };
}

// On a busy machine any time may pass between two lines of a test.
beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

test("a host rests after each response, and other hosts don't wait for it", async () => {
  const { throttle, waits } = noted(politeness(10_000));
  (await throttle.take("a.example", 0, go))();
  (await throttle.take("b.example", 0, go))();
  expect(waits).toEqual([]);
  (await throttle.take("a.example", 0, go))();
  expect(waits).toEqual([10_000]);
});

test("the longer of both delays counts", async () => {
  const { throttle, waits } = noted(politeness(1_000));
  (await throttle.take("a.example", 30_000, go))();
  (await throttle.take("a.example", 30_000, go))();
  expect(waits).toEqual([30_000]);
});

test("without a delay nothing waits", async () => {
  const { throttle, waits } = noted(politeness(0, 2));
  for (let takeSlot = 0; takeSlot < 10; takeSlot += 1) (await throttle.take("a.example", 0, go))();
  expect(waits).toEqual([]);
});

test("a host gets one request at a time, in order", async () => {
  const { throttle } = noted(politeness(0));
  const order: string[] = [];
  const first = await throttle.take("a.example", 0, go);
  const others = ["second", "third"].map(async (name) => {
    const done = await throttle.take("a.example", 0, go);
    order.push(name);
    done();
  });
  expect(order).toEqual([]);
  first();
  await Promise.all(others);
  expect(order).toEqual(["second", "third"]);
});

test("a caller that gives up leaves the queue, and the slot goes to the next", async () => {
  const { throttle } = noted(politeness(0));
  const first = await throttle.take("a.example", 0, go);
  const giveUp = new AbortController();
  const second = throttle.take("a.example", 0, giveUp.signal);
  const third = throttle.take("a.example", 0, go);
  giveUp.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  first();
  (await third)();
  (await throttle.take("a.example", 0, go))();
  await expect(throttle.take("a.example", 0, giveUp.signal)).rejects.toThrow("enough");
});
