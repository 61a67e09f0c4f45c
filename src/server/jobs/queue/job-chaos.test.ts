import fc from "fast-check";
import pino from "pino";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { conflict } from "#server/platform/errors.ts";
import { createJobQueue } from "#server/jobs/queue/create-job-queue.ts";
import type { JobHandler, JobQueue } from "#server/jobs/queue/job-queue.ts";
import type { JobStore } from "#server/db/jobs/job-store.ts";
import type { JobRun } from "#server/db/jobs/job-records.ts";
import type { Store } from "#server/db/store.ts";
import { loseRuns } from "#test/job-queues.ts";
import { ENGINES, openTestStore } from "#test/stores.ts";

const WORKERS = 3;
const RUNS = 3;
const TIMEOUT = 300_000;

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

/** The worker that runs each key, known only to the handlers. */
interface World {
  readonly running: Map<string, Worker>;
  readonly overlaps: string[];
}

interface Worker {
  readonly queue: JobQueue;
  /** Ends it like SIGKILL: from now on its store calls get no answer, and it receives nothing. */
  kill(): Promise<void>;
}

function startWorker(store: Store, world: World): Worker {
  const log = pino({ level: "silent" });
  let isDead = false;
  const held = new Map<string, JobRun>();
  const feed = createChangeFeed({ publish: () => Promise.resolve(), subscribe: () => () => {} }, log);
  const queue = createJobQueue({
    jobs: mortal(store, held, () => isDead),
    feed,
    log,
    retryDelay: () => Math.round(Math.random() * 20),
  });
  const worker: Worker = {
    queue,
    async kill() {
      isDead = true;
      for (const [key, holder] of world.running) if (holder === worker) world.running.delete(key);
      if (held.size > 0) await loseRuns(store, [...held.values()]);
    },
  };
  const sync: JobHandler<{ key: string; failures: number }> = {
    input: z.object({ key: z.string(), failures: z.number() }),
    async run({ key, failures }, { attempt, signal }) {
      if (isDead) return delay(TIMEOUT, { message: "" }, { ref: false });
      if (world.running.has(key)) world.overlaps.push(key);
      world.running.set(key, worker);
      // Some see the stop request, and some don't.
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

/** A worker's store calls while it lives; `held` are its runs. */
function mortal(store: Store, held: Map<string, JobRun>, isDead: () => boolean): JobStore {
  const note = async (name: keyof JobStore, input: unknown[], answer: unknown): Promise<void> => {
    if (name === "end" || name === "handBack") held.delete((input[0] as JobRun).token);
    if (name !== "take") return;
    const taken = answer as JobRun[];
    for (const run of taken) held.set(run.token, run);
    if (isDead() && taken.length > 0) await loseRuns(store, taken);
  };
  return new Proxy(store.jobs, {
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
        await note(name, input, answer);
        return isDead() ? never : answer;
      };
    },
  });
}

describe.each(ENGINES)("under random failures of three workers on %s", (engine) => {
  test("no key runs twice at once and no job is lost", { timeout: TIMEOUT }, async () => {
    const store = await openTestStore(engine);
    const { jobs } = store;
    const steps = fc.array(Step, { minLength: 30, maxLength: 80 });
    let kills = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (plan, run) => {
        const world: World = { running: new Map(), overlaps: [] };
        const workers = Array.from({ length: WORKERS }, () => startWorker(store, world));
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
            workers[step.worker] = startWorker(store, world);
          } else {
            await workers[step.worker]?.kill();
            kills += 1;
            workers[step.worker] = startWorker(store, world);
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
          // Only a failing worker dies, whatever killed it.
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

/** Another one with its key was added since. */
function expectWaits(error: unknown): null {
  if (error instanceof Error && "id" in error && error.id === "job_waits") return null;
  throw error;
}
