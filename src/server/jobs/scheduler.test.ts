import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startScheduler } from "#server/jobs/scheduler.ts";
import { freshWinnow } from "#test/harness.ts";

const TICK = 30_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** A job that counts its runs, each of which lasts until `finish` is called. */
function heldJob() {
  let finish: (error?: Error) => void = () => {};
  const job = vi.fn<() => Promise<void>>(
    () =>
      new Promise<void>((resolve, reject) => {
        finish = (error) => (error === undefined ? resolve() : reject(error));
      }),
  );
  return { job, finish: (error?: Error) => finish(error) };
}

describe("at each tick", () => {
  test("a job that still runs is passed by, and holds up no other", async () => {
    const { workspace } = await freshWinnow("sqlite");
    const slow = heldJob();
    const quick = vi.fn<() => Promise<void>>(async () => {});
    const scheduler = startScheduler(workspace, [slow.job, quick]);
    for (const ticks of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(TICK);
      expect([slow.job.mock.calls.length, quick.mock.calls.length]).toEqual([1, ticks]);
    }
    slow.finish();
    await vi.advanceTimersByTimeAsync(TICK);
    expect(slow.job).toHaveBeenCalledTimes(2);
    slow.finish();
    await scheduler.stop();
  });

  test("one that failed is run again, and the log names it", async () => {
    const winnow = await freshWinnow("sqlite");
    let runs = 0;
    async function readEverything(): Promise<void> {
      runs += 1;
      throw new Error("broken");
    }
    const scheduler = startScheduler(winnow.workspace, [readEverything]);
    await vi.advanceTimersByTimeAsync(TICK);
    await vi.advanceTimersByTimeAsync(TICK);
    await scheduler.stop();
    expect(runs).toBe(2);
    expect(winnow.logged()).toContain('"job":"readEverything"');
    expect(winnow.logged()).toContain("broken");
  });
});

test("stopping starts nothing more and waits for all that run", async () => {
  const { workspace } = await freshWinnow("sqlite");
  const jobs = [heldJob(), heldJob()];
  const scheduler = startScheduler(
    workspace,
    jobs.map(({ job }) => job),
  );
  await vi.advanceTimersByTimeAsync(TICK);
  let hasStopped = false;
  const stopping = scheduler.stop().then(() => (hasStopped = true));
  jobs[0]?.finish();
  await vi.advanceTimersByTimeAsync(TICK);
  expect(hasStopped).toBe(false);
  jobs[1]?.finish(new Error("broken"));
  await stopping;
  for (const { job } of jobs) expect(job).toHaveBeenCalledOnce();
});
