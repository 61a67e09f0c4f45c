import fc from "fast-check";
import pino from "pino";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { conflict } from "#server/platform/errors.ts";
import { createJobQueue } from "#server/queue/create-job-queue.ts";
import type { JobHandler, JobQueue } from "#server/queue/job-queue.ts";
import type { JobStore } from "#server/store/job-types.ts";
import { ENGINES, openTestStore } from "#test/stores.ts";

const WORKERS = 3;
const RUNS = 3;
const TIMEOUT = 300_000;
/** Long enough that no standstill of a busy machine looks like a death. */
const LEASE_MILLISECONDS = 3_000;

const Step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant("add"),
      key: fc.nat(4),
      failures: fc.nat(2),
      tries: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("cancel"), job: fc.nat(99) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("retry"), job: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("kill"), worker: fc.nat(WORKERS - 1) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("stop"), worker: fc.nat(WORKERS - 1) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("wait"), milliseconds: fc.nat(30) }) },
) as fc.Arbitrary<Step>;

type Step =
  | { what: "add"; key: number; failures: number; tries: number }
  | { what: "cancel"; job: number }
  | { what: "retry"; job: number }
  | { what: "kill"; worker: number }
  | { what: "stop"; worker: number }
  | { what: "wait"; milliseconds: number };

/** Which worker runs each key, as nobody but the handlers know it. */
interface World {
  readonly running: Map<string, Worker>;
  readonly overlaps: string[];
}

interface Worker {
  readonly queue: JobQueue;
  /** Ends it as SIGKILL would: nothing it asks of the store is answered from now on, and it hears nothing. */
  kill(): void;
}

function startWorker(jobs: JobStore, world: World): Worker {
  const log = pino({ level: "silent" });
  let isDead = false;
  const feed = createChangeFeed({ publish: () => Promise.resolve(), subscribe: () => () => {} }, log);
  const queue = createJobQueue({
    jobs: mortal(jobs, () => isDead),
    feed,
    log,
    leaseMilliseconds: LEASE_MILLISECONDS,
    retryDelay: () => Math.round(Math.random() * 20),
  });
  const worker: Worker = {
    queue,
    kill() {
      isDead = true;
      for (const [key, holder] of world.running) if (holder === worker) world.running.delete(key);
    },
  };
  const sync: JobHandler<{ key: string; failures: number }> = {
    input: z.object({ key: z.string(), failures: z.number() }),
    async run({ key, failures }, { attempt, signal }) {
      if (isDead) return delay(TIMEOUT, { message: "" }, { ref: false });
      if (world.running.has(key)) world.overlaps.push(key);
      world.running.set(key, worker);
      // Some hear that they are to end, and some do not.
      await delay(Math.random() * 25, undefined, Math.random() < 0.5 ? { signal } : {}).catch(() => {});
      if (isDead) return delay(TIMEOUT, { message: "" }, { ref: false });
      world.running.delete(key);
      signal.throwIfAborted();
      if (attempt <= failures) throw conflict("as_asked", "As asked for.");
      return { message: "Done" };
    },
  };
  queue.start({ sync }, 4);
  return worker;
}

function mortal(jobs: JobStore, isDead: () => boolean): JobStore {
  return new Proxy(jobs, {
    get(target, name: keyof JobStore) {
      if (name === "subscribe") {
        return (listener: (message: string) => void) =>
          target.subscribe((text) => (isDead() ? undefined : listener(text)));
      }
      const call = target[name] as (...input: unknown[]) => Promise<unknown>;
      const never = new Promise<never>(() => {});
      return async (...input: unknown[]) => {
        if (isDead()) return never;
        const answer = await call(...input);
        return isDead() ? never : answer;
      };
    },
  });
}

describe.each(ENGINES)("whatever happens to three workers on %s", (engine) => {
  test("no key runs twice at once and no job is lost", { timeout: TIMEOUT }, async () => {
    const { jobs } = await openTestStore(engine);
    const steps = fc.array(Step, { minLength: 30, maxLength: 80 });
    let kills = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (plan, run) => {
        const world: World = { running: new Map(), overlaps: [] };
        const workers = Array.from({ length: WORKERS }, () => startWorker(jobs, world));
        const added = new Map<string, { failures: number }>();
        const strangers: string[] = [];
        const nth = (at: number): string => [...added.keys()][at % Math.max(1, added.size)] ?? "0";
        const { queue } = startAsker(jobs);
        for (const step of plan) {
          if (step.what === "wait") await delay(step.milliseconds);
          else if (step.what === "cancel") await queue.cancel(nth(step.job));
          else if (step.what === "retry") await queue.retry(nth(step.job)).catch(expectWaits);
          else if (step.what === "add") {
            const { key: number, failures, tries } = step;
            const key = `${run}:${number}`;
            const { job, created } = await queue.add({
              kind: "sync",
              key,
              title: key,
              input: { key, failures },
              maxAttempts: tries,
            });
            if (created) added.set(job.id, { failures });
            else if (!added.has(job.id)) strangers.push(job.id);
          } else if (step.what === "stop") {
            await workers[step.worker]?.queue.stop();
            workers[step.worker] = startWorker(jobs, world);
          } else {
            workers[step.worker]?.kill();
            kills += 1;
            workers[step.worker] = startWorker(jobs, world);
          }
        }
        await expect
          .poll(() => queue.figures(), { timeout: TIMEOUT / 2 })
          .toMatchObject({ waiting: 0, running: 0, retrying: 0 });
        for (const worker of workers) await worker.queue.stop();
        await queue.stop();

        expect(strangers).toEqual([]);
        expect(world.overlaps).toEqual([]);
        expect(world.running.size).toBe(0);
        for (const [id, { failures }] of added) {
          const job = await jobs.get(id);
          expect(["done", "dead", "cancelled"]).toContain(job?.state);
          // Only who fails dies, whatever killed the worker.
          expect(job?.state === "dead" ? job.error : { id: "as_asked" }).toMatchObject({ id: "as_asked" });
          expect(job?.state === "dead" && failures === 0).toBe(false);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(kills).toBeGreaterThan(0);
  });
});

/** A process that runs no jobs. */
function startAsker(jobs: JobStore): { queue: JobQueue } {
  const log = pino({ level: "silent" });
  const feed = createChangeFeed({ publish: () => Promise.resolve(), subscribe: () => () => {} }, log);
  return { queue: createJobQueue({ jobs, feed, log }) };
}

/** Another of its key was added since. */
function expectWaits(error: unknown): null {
  if (error instanceof Error && "id" in error && error.id === "job_waits") return null;
  throw error;
}
