import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { JobKind } from "#shared/contract/job.ts";
import { LIMITS } from "#shared/limits.ts";
import { acting, actAs } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import {
  HopelessJob,
  WorkHeld,
  type JobContext,
  type JobHandler,
  type JobOutcome,
  type JobQueue,
  type NewJob,
} from "#server/jobs/queue/job-queue.ts";
import type { JobRun } from "#server/db/jobs/job-records.ts";
import { JOB_SCHEMA, QUEUE } from "#server/db/jobs/start-pg-boss.ts";
import { openStore } from "#server/db/open-store.ts";
import type { Store } from "#server/db/store.ts";
import { loseRuns, openQueue, withPgBoss } from "#test/job-queues.ts";
import { ENGINES, migratedPostgres, openTestStore, temporaryFolder, type EngineName } from "#test/stores.ts";

const SYNC: NewJob = { kind: "sync", key: "sync", title: "Data source sync", input: {} };
const ALL: readonly JobKind[] = ["sync", "scrape", "report"];
const AT_ONCE = { retryDelay: () => 0 };
const PATIENCE = 30_000;

/** A handler for any input. */
function doing(run: (context: JobContext, input: unknown) => Promise<JobOutcome>): JobHandler {
  return { input: z.unknown(), run: (input, context) => run(context, input) };
}

const doNothing = doing(async () => ({ message: "Done" }));

/** A handler that signals its start and ends on command. */
function held(): { handler: JobHandler; began: Promise<JobContext>; end: (outcome: JobOutcome) => void } {
  const began = Promise.withResolvers<JobContext>();
  const over = Promise.withResolvers<JobOutcome>();
  const handler = doing((context) => {
    began.resolve(context);
    return over.promise;
  });
  return { handler, began: began.promise, end: over.resolve };
}

const endOf = (queue: JobQueue, id: string) => queue.ended(id, AbortSignal.timeout(PATIENCE));

async function addedTo(queue: JobQueue, job: Partial<NewJob> = {}): Promise<string> {
  return (await queue.add({ ...SYNC, ...job })).job.id;
}

/** Takes a job like a process that is then gone. */
async function takenByALostProcess(store: Store): Promise<JobRun> {
  const run = await taken(store);
  await loseRuns(store, [run]);
  return run;
}

async function taken({ jobs }: Store): Promise<JobRun> {
  const [run] = await jobs.take(ALL, 1, 10_000);
  if (run === undefined) throw new Error("There was no job to take.");
  return run;
}

/** Longer than pg-boss waits for heartbeats. */
const SLEEP_MILLISECONDS = 11_000;

/**
 * A store on a machine that sleeps until every lease has expired. It falls asleep before the process renews its leases,
 * and the process is frozen in the meantime.
 */
async function storeOnAMachineThatSleeps(engine: EngineName): Promise<{ store: Store; sleep: () => Promise<void> }> {
  let ahead = 0;
  const store = await openTestStore(engine, () => new Date(Date.now() + ahead));
  let sleeping = Promise.resolve();
  let asleep: (() => void) | null = null;
  const sleepNow = async (): Promise<void> => {
    ahead += 3_600_000;
    if (engine === "postgres") await delay(SLEEP_MILLISECONDS);
  };
  const renew: Store["jobs"]["renew"] = async (...given) => {
    const slept = asleep;
    asleep = null;
    if (slept !== null) sleeping = sleepNow();
    await sleeping;
    slept?.();
    return store.jobs.renew(...given);
  };
  return {
    store: { ...store, jobs: { ...store.jobs, renew } },
    sleep: () => new Promise((resolve) => (asleep = resolve)),
  };
}

/** A store, and how to end a job's pause there. */
async function storeWhosePausesPass(
  engine: EngineName,
): Promise<{ store: Store; sleep: (id: string) => Promise<void> }> {
  let ahead = 0;
  const store = await openTestStore(engine, () => new Date(Date.now() + ahead));
  return {
    store,
    async sleep(id) {
      ahead += LIMITS.job.longestRetrySeconds * 1_000;
      const { leadsAddress } = store;
      if (leadsAddress.engine === "sqlite") return;
      await withPgBoss(leadsAddress.url, async (boss) => {
        const [message] = await boss.findJobs(QUEUE, { data: { job: id } });
        await boss.update(QUEUE, undefined, { id: message?.id ?? "", startAfter: 0 });
      });
    },
  };
}

/** PostgreSQL's, which takes half a second to open. */
let shared: { store: Store; admin: pg.Client } | null = null;
afterAll(async () => {
  await shared?.admin.end();
  await shared?.store.close();
});

/** A store without jobs, which the running test may have to itself. */
async function storeWithoutJobs(engine: EngineName): Promise<Store> {
  if (engine === "sqlite") return openTestStore(engine);
  if (shared === null) {
    const databaseUrl = await migratedPostgres();
    const admin = new pg.Client(databaseUrl);
    await admin.connect();
    shared = { store: await openStore({ dataDir: await temporaryFolder(), databaseUrl }), admin };
  }
  await shared.admin.query(`delete from jobs; delete from ${JOB_SCHEMA}.job`);
  return shared.store;
}

describe.each(ENGINES)("the queue on %s", (engine) => {
  describe("a job", () => {
    test("runs for the user who requested it, and reports its result", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const { job, created } = await actAs({ by: "ann", userId: "7", requestId: "request-1" }, () =>
        queue.add({ ...SYNC, input: { of: "fair" } }),
      );
      expect(created).toBe(true);
      expect(job).toMatchObject({ ...SYNC, input: { of: "fair" }, state: "waiting", attempts: 0, error: null });
      expect(job).toMatchObject({ by: "ann", requestId: "request-1", maxAttempts: LIMITS.job.attempts, message: "" });

      const sync: JobHandler<{ of: string }> = {
        input: z.object({ of: z.string() }),
        run: async ({ of }, { id, attempt, isLast }) => ({
          message: `Read ${of}`,
          result: { of, id, attempt, isLast, acting: acting() },
        }),
      };
      queue.start({ sync }, 1);
      expect(await endOf(queue, job.id)).toMatchObject({
        state: "done",
        message: "Read fair",
        attempts: 1,
        progress: null,
        nextAttempt: null,
        result: {
          of: "fair",
          id: job.id,
          attempt: 1,
          isLast: false,
          acting: { by: "ann", userId: null, requestId: "request-1" },
        },
      });
      const { startedAt, finishedAt } = (await queue.get(job.id)) ?? {};
      expect(Date.parse(startedAt ?? "")).toBeLessThanOrEqual(Date.parse(finishedAt ?? ""));
    });

    test("runs in another process, and reports its end to the one that requested it", async () => {
      const store = await storeWithoutJobs(engine);
      const asking = openQueue(store);
      openQueue(store).start({ sync: doNothing }, 1);
      expect(await endOf(asking, await addedTo(asking))).toMatchObject({ state: "done" });
    });

    test("stores any text", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const text = "\0 half \ud800 pair, \u{fdd0}0000, 'quoted\", 🙂 \\u0000";
      queue.start({ sync: doing(async (_, input) => ({ message: text, result: input })) }, 1);
      const { job } = await queue.add({ ...SYNC, title: text, input: { [text]: text } });
      expect(job).toMatchObject({ title: text, input: { [text]: text } });
      expect(await endOf(queue, job.id)).toMatchObject({ message: text, result: { [text]: text } });
    });

    test("waits until its time", async () => {
      const store = await storeWithoutJobs(engine);
      const queue = openQueue(store);
      const notBefore = new Date(Date.now() + 2_000);
      const later = await addedTo(queue, { key: "later", notBefore });
      const never = await addedTo(queue, { key: "never", notBefore: new Date("2100-01-01T00:00:00.000Z") });
      expect((await queue.get(later))?.nextAttempt).toBe(notBefore.toISOString());
      queue.start({ sync: doNothing }, 2);
      const { startedAt } = await endOf(queue, later);
      expect(Date.parse(startedAt ?? "")).toBeGreaterThanOrEqual(notBefore.getTime());
      expect(await queue.get(never)).toMatchObject({ state: "waiting", nextAttempt: "2100-01-01T00:00:00.000Z" });
      expect((await queue.figures()).oldestDue).toBeNull();
    });

    test("is left to a process that knows its kind", async () => {
      const store = await storeWithoutJobs(engine);
      const scraping = openQueue(store);
      scraping.start({ scrape: doNothing }, 5);
      const id = await addedTo(scraping);
      await endOf(scraping, await addedTo(scraping, { kind: "scrape", key: "scrape:1" }));
      expect(await scraping.get(id)).toMatchObject({ state: "waiting", attempts: 0 });
      openQueue(store).start({ sync: doNothing }, 1);
      expect(await endOf(scraping, id)).toMatchObject({ state: "done", attempts: 1 });
    });

    test("is limited to the allowed number at once, oldest first", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      let most = 0;
      let atOnce = 0;
      const order: unknown[] = [];
      const ids: string[] = [];
      for (let index = 0; index < 9; index += 1) ids.push(await addedTo(queue, { key: `sync:${index}`, input: index }));
      const sync = doing(async (_, input) => {
        most = Math.max(most, (atOnce += 1));
        order.push(input);
        await new Promise((resolve) => setTimeout(resolve, 5));
        atOnce -= 1;
        return { message: "" };
      });
      queue.start({ sync }, 3);
      await Promise.all(ids.map((id) => endOf(queue, id)));
      expect(most).toBe(3);
      expect(order.slice(0, 3)).toEqual([0, 1, 2]);
      expect(new Set(order).size).toBe(9);
    });

    test("with unreadable input is dead at once", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const sync: JobHandler<{ of: string }> = {
        input: z.object({ of: z.string() }),
        run: async () => ({ message: "" }),
      };
      queue.start({ sync }, 1);
      const { state, message } = await endOf(queue, await addedTo(queue, { input: 7 }));
      expect({ state, message }).toEqual({ state: "dead", message: expect.stringContaining("Another version") });
    });
  });

  describe("with the same key", () => {
    test("only one waits, runs or retries at a time", async () => {
      const store = await storeWithoutJobs(engine);
      const [one, other] = [openQueue(store), openQueue(store, { retryDelay: () => 3_600_000 })];
      const added = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).add({ ...SYNC, title: `Sync ${index}` })),
      );
      expect(added.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(added.map(({ job }) => job.id)).size).toBe(1);
      const id = added[0]?.job.id ?? "";
      expect(await one.ofKey("sync")).toMatchObject({ id, state: "waiting" });

      const { handler, began, end } = held();
      let tries = 0;
      const sync = doing((context, input) => {
        tries += 1;
        if (tries > 1) throw conflict("busy", "Busy.");
        return handler.run(input, context);
      });
      other.start({ sync }, 5);
      await began;
      expect(await one.add(SYNC)).toMatchObject({ created: false, job: { id, state: "running" } });
      end({ message: "Done" });
      await endOf(one, id);
      expect(await one.ofKey("sync")).toBeNull();

      const next = await one.add(SYNC);
      expect(next).toMatchObject({ created: true });
      await expect.poll(async () => (await one.get(next.job.id))?.state).toBe("retrying");
      expect(await one.add(SYNC)).toMatchObject({ created: false, job: { id: next.job.id, attempts: 1 } });
    });

    test("no other runs while a canceled one is ending", async () => {
      const store = await storeWithoutJobs(engine);
      const [one, other] = [openQueue(store), openQueue(store)];
      const { handler, began, end } = held();
      // With a second slot it could take the job meant for the other queue.
      one.start({ sync: handler }, 1);
      const first = await addedTo(one);
      const { signal } = await began;
      expect(await other.cancel(first)).toBe(true);
      await expect.poll(() => signal.aborted).toBe(true);
      const { job: second, created } = await other.add(SYNC);
      expect(created).toBe(true);
      other.start({ sync: doNothing }, 5);
      await endOf(other, await addedTo(other, { key: "another" }));
      expect(await other.get(second.id)).toMatchObject({ state: "waiting" });
      expect(await other.get(first)).toMatchObject({ state: "cancelled", isHeld: true });
      expect(await other.drop(first)).toBe(false);
      end({ message: "Went half the way" });
      expect(await endOf(other, second.id)).toMatchObject({ state: "done", attempts: 1 });
    });

    test("a retried one waits until its previous run has ended", async () => {
      const store = await storeWithoutJobs(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue);
      const run = await taken(store);
      await queue.cancel(id);
      expect(await queue.retry(id)).toMatchObject({ state: "waiting" });
      expect(await store.jobs.take(ALL, 1, 10_000)).toEqual([]);
      expect(await store.jobs.end(run, { state: "done", message: "Late", result: null, nothing: false })).toBeNull();
      queue.start({ sync: doNothing }, 1);
      expect(await endOf(queue, id)).toMatchObject({ state: "done", message: "Done", attempts: 1 });
    });

    test("only the last run that found nothing to do is kept", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      let nothing = true;
      queue.start({ sync: doing(async () => ({ message: "", nothing })) }, 1);
      const done: string[] = [];
      for (const isNothing of [true, true, false, true, true]) {
        nothing = isNothing;
        const id = await addedTo(queue);
        await endOf(queue, id);
        done.push(id);
      }
      await endOf(queue, await addedTo(queue, { key: "another" }));
      const { jobs } = await queue.list({});
      expect(jobs.filter(({ key }) => key === SYNC.key).map(({ id }) => id)).toEqual([done[4], done[2]]);
    });
  });

  describe("a failing job", () => {
    test("is retried with growing delays, and is dead after the last try", async () => {
      const store = await storeWithoutJobs(engine);
      const asked: number[] = [];
      const queue = openQueue(store, { retryDelay: (attempt) => (asked.push(attempt), 20) });
      const seen: [attempt: number, isLast: boolean][] = [];
      const sync = doing(async ({ attempt, isLast }) => {
        seen.push([attempt, isLast]);
        throw conflict("source_busy", "The source is busy. Try again later.");
      });
      queue.start({ sync }, 1);
      const id = await addedTo(queue, { maxAttempts: 3 });
      expect(await endOf(queue, id)).toMatchObject({
        state: "dead",
        attempts: 3,
        message: "The source is busy. Try again later.",
        error: { id: "source_busy", status: 409, message: "The source is busy. Try again later." },
        nextAttempt: null,
        result: null,
      });
      expect(seen).toEqual([
        [1, false],
        [2, false],
        [3, true],
      ]);
      expect(asked).toEqual([1, 2]);
      expect(await queue.figures()).toMatchObject({ waiting: 0, running: 0, retrying: 0, dead: 1, oldestDue: null });
    });

    test("reports why, and when it will be retried", async () => {
      const queue = openQueue(await storeWithoutJobs(engine), { retryDelay: () => 3_600_000 });
      queue.start({ sync: doing(() => Promise.reject(conflict("source_busy", "The source is busy."))) }, 1);
      const id = await addedTo(queue);
      await expect.poll(async () => (await queue.get(id))?.state).toBe("retrying");
      const { message, nextAttempt, attempts, finishedAt } = (await queue.get(id)) ?? {};
      expect({ message, attempts, finishedAt }).toEqual({
        message: "The source is busy.",
        attempts: 1,
        finishedAt: null,
      });
      expect(Date.parse(nextAttempt ?? "")).toBeGreaterThan(Date.now() + 3_000_000);
    });

    test("is dead at once if a retry would fail the same way", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const cause = conflict("source_gone", "It was deleted.");
      queue.start({ sync: doing(() => Promise.reject(new HopelessJob("The source is gone.", { cause }))) }, 1);
      expect(await endOf(queue, await addedTo(queue))).toMatchObject({
        state: "dead",
        attempts: 1,
        error: { id: "source_gone", status: 409, message: "The source is gone." },
      });
    });

    test("hides unexpected errors from people", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      queue.start({ sync: doing(() => Promise.reject(new Error("ann@acme.example is no key"))) }, 1);
      const dead = await endOf(queue, await addedTo(queue, { maxAttempts: 1 }));
      expect(dead).toMatchObject({ state: "dead", error: { id: "internal", status: 500 } });
      expect(JSON.stringify(dead)).not.toContain("acme");
    });

    test("starts over when a person retries it", async () => {
      const queue = openQueue(await storeWithoutJobs(engine), AT_ONCE);
      let isBroken = true;
      const sync = doing(async () => {
        if (isBroken) throw conflict("busy", "Busy.");
        return { message: "Done" };
      });
      queue.start({ sync }, 1);
      const id = await addedTo(queue, { maxAttempts: 2 });
      await endOf(queue, id);
      isBroken = false;
      expect(await queue.retry(id)).toMatchObject({ id, state: "waiting", attempts: 0, message: "", error: null });
      expect(await endOf(queue, id)).toMatchObject({ state: "done", attempts: 1, maxAttempts: 2, error: null });
      expect(await queue.retry(id)).toBeNull();
    });

    test("isn't retried while another with its key waits", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const first = await addedTo(queue);
      await queue.cancel(first);
      await addedTo(queue);
      await expect(queue.retry(first)).rejects.toMatchObject({ id: "job_waits", status: 409 });
      expect(await queue.get(first)).toMatchObject({ state: "cancelled" });
    });
  });

  describe("canceling", () => {
    test("keeps a waiting job from running", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const id = await addedTo(queue);
      expect(await queue.cancel(id)).toBe(true);
      expect(await queue.cancel(id)).toBe(false);
      let hasRun = false;
      queue.start({ sync: doing(async () => ({ message: "", result: (hasRun = true) })), scrape: doNothing }, 1);
      expect(await endOf(queue, id)).toMatchObject({ state: "cancelled", message: "Canceled", attempts: 0 });
      await endOf(queue, await addedTo(queue, { kind: "scrape", key: "scrape:1" }));
      expect(hasRun).toBe(false);
      expect(await queue.retry(id)).toMatchObject({ state: "waiting" });
      expect(await endOf(queue, id)).toMatchObject({ state: "done" });
    });

    test("notifies the run in any process, and stores its result", async () => {
      const store = await storeWithoutJobs(engine);
      const [running, asking] = [openQueue(store), openQueue(store)];
      const sync = doing(async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return { message: `Ended: ${signal.reason}`, result: { rows: 3 } };
      });
      running.start({ sync }, 1);
      const id = await addedTo(asking);
      await expect.poll(async () => (await asking.get(id))?.state).toBe("running");
      expect(await asking.cancel(id)).toBe(true);
      expect(await asking.get(id)).toMatchObject({ state: "cancelled" });
      expect(await endOf(asking, id)).toMatchObject({
        state: "cancelled",
        message: "Ended: canceled",
        result: { rows: 3 },
        isHeld: false,
      });
    });

    test("keeps a run canceled that fails because of it", async () => {
      const queue = openQueue(await storeWithoutJobs(engine), AT_ONCE);
      const { promise: began, resolve: begin } = Promise.withResolvers<void>();
      const sync = doing(async ({ signal }) => {
        begin();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        throw new Error("Aborted");
      });
      queue.start({ sync }, 1);
      const id = await addedTo(queue);
      await began;
      await queue.cancel(id);
      expect(await endOf(queue, id)).toMatchObject({
        state: "cancelled",
        message: "Canceled",
        attempts: 1,
        error: null,
      });
    });
  });

  describe("when a process ends", () => {
    test("its job runs again once its lease has expired, and it can no longer end it", async () => {
      const store = await storeWithoutJobs(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue, { maxAttempts: 1 });
      const lost = await takenByALostProcess(store);
      expect(await queue.get(id)).toMatchObject({ state: "running", attempts: 1 });
      const { handler, began, end } = held();
      queue.start({ sync: handler }, 1);
      expect((await began).attempt).toBe(1);
      expect(await store.jobs.renew([lost], 10_000)).toEqual(new Set());
      await store.jobs.writeProgress(lost, { label: "Lost", done: 1, total: 2 });
      const late = { state: "done", message: "Late", result: null, nothing: false } as const;
      expect(await store.jobs.end(lost, late)).toBeNull();
      await store.jobs.handBack(lost, 0);
      expect(await queue.get(id)).toMatchObject({ state: "running", progress: null, attempts: 1 });
      end({ message: "Done" });
      expect(await endOf(queue, id)).toMatchObject({ state: "done", message: "Done", attempts: 1 });
    });

    test("ten kills in a row aren't failures of the job: it resumes at once with all its tries", async () => {
      const store = await storeWithoutJobs(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue, { maxAttempts: 2 });
      for (let kill = 0; kill < 10; kill += 1) {
        const run = await takenByALostProcess(store);
        expect(run.job).toMatchObject({ id, attempts: 1, lostRuns: kill });
      }
      const attempts: { attempt: number; isLast: boolean }[] = [];
      const sync = doing(({ attempt, isLast }) => {
        attempts.push({ attempt, isLast });
        return Promise.reject(conflict("source_busy", "The source is busy."));
      });
      openQueue(store, AT_ONCE).start({ sync }, 1);
      expect(await endOf(queue, id)).toMatchObject({ state: "dead", error: { id: "source_busy" }, attempts: 2 });
      expect(attempts).toEqual([
        { attempt: 1, isLast: false },
        { attempt: 2, isLast: true },
      ]);
    });

    test("a job that keeps crashing its process pauses longer each time, and is given up", async () => {
      const { store, sleep } = await storeWhosePausesPass(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue, { maxAttempts: 1 });
      const { atOnce, most } = LIMITS.job.lostRuns;
      for (let crash = 0; crash < most; crash += 1) {
        const run = await takenByALostProcess(store);
        expect(run.job).toMatchObject({ id, attempts: 1, lostRuns: crash });
        if (crash < atOnce) continue;
        // The check that finds the run lost leaves it alone.
        expect(await store.jobs.take(ALL, 1, 10_000)).toEqual([]);
        if (crash + 1 === most) break;
        const resting = await queue.get(id);
        expect(resting).toMatchObject({ state: "retrying", isHeld: false, error: { id: "job_interrupted" } });
        expect(resting?.message).toContain(`stopped ${crash + 1} times`);
        await sleep(id);
      }
      expect(await endOf(queue, id)).toMatchObject({ state: "dead", error: { id: "job_interrupted" } });
      expect((await queue.get(id))?.message).toContain(`stopped ${most} times`);
      expect(await queue.retry(id)).toMatchObject({ state: "waiting", lostRuns: 0 });
    });

    test("only consecutive lost runs count: one that ends, even in failure, clears the job", async () => {
      const store = await storeWithoutJobs(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue);
      await takenByALostProcess(store);
      const run = await taken(store);
      expect(run.job.lostRuns).toBe(1);
      await store.jobs.writeProgress(run, { label: "Half", done: 1, total: 2 });
      await store.jobs.handBack(run, 0);
      expect(await queue.get(id)).toMatchObject({ lostRuns: 1, attempts: 0 });
      const again = await taken(store);
      expect(again.job).toMatchObject({ lostRuns: 1, attempts: 1 });
      const error = { id: "source_busy", status: 409, message: "The source is busy." };
      await store.jobs.end(again, { state: "failed", error, retryAfter: 0 });
      expect(await queue.get(id)).toMatchObject({ state: "retrying", lostRuns: 0, attempts: 1, error });
    });

    test("the leases of a lost run are waited for, which is no failure", async () => {
      const store = await storeWithoutJobs(engine);
      const queue = openQueue(store, AT_ONCE);
      const id = await addedTo(queue, { maxAttempts: 1 });
      await takenByALostProcess(store);
      const attempts: number[] = [];
      const sync = doing(({ attempt }) => {
        attempts.push(attempt);
        if (attempts.length > 2) return Promise.resolve({ message: "Done" });
        return Promise.reject(new WorkHeld(conflict("sync_running", "Fair is already syncing.")));
      });
      queue.start({ sync }, 1);
      expect(await endOf(queue, id)).toMatchObject({ state: "done", attempts: 1 });
      expect(attempts).toEqual([1, 1, 1]);
      const other = await addedTo(queue, { key: "other", maxAttempts: 1 });
      attempts.length = 0;
      expect(await endOf(queue, other)).toMatchObject({ state: "dead", error: { id: "sync_running", status: 409 } });
    });

    test("a canceled job stays canceled even if no one can end its run", async () => {
      const store = await storeWithoutJobs(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue);
      await takenByALostProcess(store);
      expect(await queue.cancel(id)).toBe(true);
      const next = await addedTo(queue);
      expect(next).not.toBe(id);
      queue.start({ sync: doNothing }, 1);
      expect(await endOf(queue, next)).toMatchObject({ state: "done", attempts: 1 });
      expect(await queue.get(id)).toMatchObject({ state: "cancelled", isHeld: false });
      expect(await queue.drop(id)).toBe(true);
    });

    test("asked to stop, it hands back what it runs, uncounted, and another process continues", async () => {
      const store = await storeWithoutJobs(engine);
      const [stopping, other] = [openQueue(store), openQueue(store)];
      const { promise: began, resolve: begin } = Promise.withResolvers<void>();
      const sync = doing(async ({ signal }) => {
        begin();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        throw new Error(String(signal.reason));
      });
      stopping.start({ sync }, 1);
      const id = await addedTo(other, { maxAttempts: 1 });
      await began;
      await stopping.stop();
      expect(await other.get(id)).toMatchObject({ state: "waiting", attempts: 0, isHeld: false, progress: null });
      other.start({ sync: doNothing }, 1);
      expect(await endOf(other, id)).toMatchObject({ state: "done", attempts: 1 });
    });

    test("asked to stop, it keeps what was done by then", async () => {
      const store = await storeWithoutJobs(engine);
      const [stopping, other] = [openQueue(store), openQueue(store)];
      const { handler, began, end } = held();
      stopping.start({ sync: handler }, 1);
      const id = await addedTo(other);
      const { signal } = await began;
      const stopped = stopping.stop();
      await expect.poll(() => signal.reason as unknown).toBe("stopping");
      await addedTo(other, { key: "later" });
      end({ message: "Done" });
      await stopped;
      expect(await other.get(id)).toMatchObject({ state: "done", message: "Done" });
      expect(await other.figures()).toMatchObject({ waiting: 1, running: 0 });
    });
  });

  describe("when the machine wakes from sleep", () => {
    test("a process continues its runs, and starts none of them again", async () => {
      const { store, sleep } = await storeOnAMachineThatSleeps(engine);
      const queue = openQueue(store);
      let begun = 0;
      const { handler, began, end } = held();
      const sync = doing((context, input) => {
        begun += 1;
        return handler.run(input, context);
      });
      queue.start({ sync, scrape: doNothing }, 5);
      const id = await addedTo(queue);
      const { signal } = await began;
      const slept = sleep();
      await endOf(queue, await addedTo(queue, { kind: "scrape", key: "scrape:1" }));
      await slept;
      await endOf(queue, await addedTo(queue, { kind: "scrape", key: "scrape:2" }));
      expect([begun, signal.aborted]).toEqual([1, false]);
      end({ message: "Done" });
      expect(await endOf(queue, id)).toMatchObject({ state: "done", message: "Done", attempts: 1 });
    });

    test("a run whose lease expires before the check ends first, and then its job runs again", async () => {
      const store = await storeWithoutJobs(engine);
      let isLate = false;
      const renew: Store["jobs"]["renew"] = async (runs, milliseconds) => {
        if (!isLate) return store.jobs.renew(runs, milliseconds);
        await loseRuns(store, runs);
        return new Set(runs.map(({ job }) => job.id));
      };
      const queue = openQueue({ ...store, jobs: { ...store.jobs, renew } });
      const attempts: number[] = [];
      const { promise: began, resolve: begin } = Promise.withResolvers<void>();
      let atOnce = 0;
      const sync = doing(async ({ signal, attempt }) => {
        attempts.push(attempt);
        expect((atOnce += 1)).toBe(1);
        isLate = attempts.length === 1;
        if (isLate) {
          begin();
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          isLate = false;
          // No handler ends at once.
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        atOnce -= 1;
        return { message: signal.aborted ? String(signal.reason) : "Done" };
      });
      queue.start({ sync, scrape: doNothing }, 5);
      const id = await addedTo(queue, { maxAttempts: 1 });
      await began;
      await addedTo(queue, { kind: "scrape", key: "scrape:1" });
      expect(await endOf(queue, id)).toMatchObject({ state: "done", message: "Done" });
      expect(attempts).toEqual([1, 1]);
    });
  });

  describe("progress", () => {
    test("is stored while it runs, only the newest, and removed at its end", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      const sync = doing(async (context) => {
        for (let done = 0; done <= 1_000; done += 1) context.progress({ label: "Rows", done, total: null });
        await over;
        return { message: "Done" };
      });
      queue.start({ sync }, 1);
      const id = await addedTo(queue);
      await expect
        .poll(async () => (await queue.get(id))?.progress)
        .toEqual({ label: "Rows", done: 1_000, total: null });
      const sight = { username: "Bob", ownerKey: "bob" };
      const { job } = await actAs({ ...acting(), sight }, () => queue.add(SYNC));
      expect([job.id, job.progress]).toEqual([id, null]);
      end();
      expect((await endOf(queue, id)).progress).toBeNull();
    });
  });

  describe("waiting for an end", () => {
    test("stops when the caller gives up, the process stops or the job is gone", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const id = await addedTo(queue);
      await expect(queue.ended(id, AbortSignal.abort(new Error("Gone home")))).rejects.toThrow("Gone home");
      const leaving = new AbortController();
      const waiting = queue.ended(id, leaving.signal);
      leaving.abort(new Error("Gone home"));
      await expect(waiting).rejects.toThrow("Gone home");
      for (const nothing of ["999999", "00000000-0000-4000-8000-000000000000", "x"]) {
        await expect(queue.ended(nothing, AbortSignal.timeout(PATIENCE))).rejects.toMatchObject({ status: 404 });
      }
      const stopped = Promise.allSettled([endOf(queue, id)]);
      await queue.stop();
      expect(await stopped).toMatchObject([{ status: "rejected", reason: { id: "stopping", status: 503 } }]);
    });
  });

  describe("the list", () => {
    test("is newest first, page by page, by state and kind, with totals", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const kinds = ["sync", "scrape", "report"] as const;
      const ids: string[] = [];
      for (let index = 0; index < 12; index += 1) {
        const kind = kinds[index % 3] ?? "sync";
        ids.unshift(await addedTo(queue, { kind, key: `${kind}:${index}` }));
      }
      for (const id of ids.slice(0, 4)) await queue.cancel(id);

      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await queue.list({ limit: 5, ...(cursor !== undefined && { cursor }) });
        expect(page.counts).toEqual({ waiting: 8, running: 0, retrying: 0, dead: 0 });
        found.push(...page.jobs.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(ids);
      expect((await queue.list({ state: "cancelled" })).jobs.map(({ id }) => id)).toEqual(ids.slice(0, 4));
      expect((await queue.list({ state: "waiting", kind: "report" })).jobs.every(({ kind }) => kind === "report")).toBe(
        true,
      );
      expect((await queue.list({ kind: "report" })).jobs).toHaveLength(4);
      const { oldestDue } = await queue.figures();
      expect(oldestDue).toBe((await queue.get(ids.at(-1) ?? ""))?.nextAttempt);
    });

    test.each(["x", "0", "-1", "~", "1~x", "' or 1=1", "9".repeat(40), "9".repeat(17) + "~" + "0".repeat(36), "\0"])(
      "is empty for the cursor %j",
      async (cursor) => {
        const queue = openQueue(await storeWithoutJobs(engine));
        await addedTo(queue);
        expect(await queue.list({ cursor })).toMatchObject({ jobs: [], nextCursor: null });
      },
    );
  });

  describe("deletion", () => {
    test("removes only what ended before a time", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      queue.start({ sync: doNothing, scrape: doing(() => Promise.reject(new HopelessJob("No."))) }, 2);
      const ended = [await addedTo(queue), await addedTo(queue, { kind: "scrape", key: "scrape:1" })];
      for (const id of ended) await endOf(queue, id);
      const waiting = await addedTo(queue, { kind: "report", key: "report" });
      expect(await queue.forget(new Date(Date.now() - 60_000))).toBe(0);
      expect(await queue.forget(new Date(Date.now() + 60_000))).toBe(2);
      expect((await queue.list({})).jobs.map(({ id }) => id)).toEqual([waiting]);
    });

    test("of one job requires that it has ended", async () => {
      const queue = openQueue(await storeWithoutJobs(engine));
      const id = await addedTo(queue);
      expect(await queue.drop(id)).toBe(false);
      await queue.cancel(id);
      expect(await queue.drop(id)).toBe(true);
      expect(await queue.get(id)).toBeNull();
      for (const nothing of ["0", "999999", "x", "00000000-0000-4000-8000-000000000000"]) {
        expect(await queue.drop(nothing)).toBe(false);
        expect(await queue.cancel(nothing)).toBe(false);
        expect(await queue.retry(nothing)).toBeNull();
        expect(await queue.get(nothing)).toBeNull();
      }
    });
  });
});

describe("on sqlite, after the machine's clock was 40 days ahead and is corrected", () => {
  const AHEAD = 40 * 24 * 3_600_000;

  type Making = (queue: JobQueue, setAhead: () => void) => Promise<string>;
  const failing: Making = async (queue, setAhead) => {
    const sync = doing(async () => {
      setAhead();
      throw conflict("busy", "Busy.");
    });
    queue.start({ sync }, 1);
    const id = await addedTo(queue);
    await expect.poll(async () => (await queue.get(id))?.state).toBe("retrying");
    await queue.stop();
    return id;
  };
  const handedBack: Making = async (queue, setAhead) => {
    const { handler, began, end } = held();
    queue.start(
      {
        sync: doing((context, input) =>
          handler.run(input, context).then(() => context.signal.throwIfAborted() as never),
        ),
      },
      1,
    );
    const id = await addedTo(queue);
    const { signal } = await began;
    setAhead();
    signal.addEventListener("abort", () => end({ message: "" }));
    await queue.stop();
    expect(await queue.get(id)).toMatchObject({ state: "waiting" });
    return id;
  };

  test.each<[what: string, make: Making]>([
    ["requested in the meantime", (queue, setAhead) => (setAhead(), addedTo(queue))],
    ["that failed in the meantime", failing],
    ["handed back in the meantime", handedBack],
  ])("a job %s runs", async (_, make) => {
    let ahead = 0;
    const store = await openTestStore("sqlite", () => new Date(Date.now() + ahead));
    const id = await make(openQueue(store, { retryDelay: () => 60_000 }), () => (ahead = AHEAD));
    ahead = 0;
    const queue = openQueue(store);
    const planned = await addedTo(queue, { key: "planned", notBefore: new Date(Date.now() + AHEAD) });
    queue.start({ sync: doNothing }, 1);
    expect(await endOf(queue, id)).toMatchObject({ state: "done" });
    expect(await queue.get(planned)).toMatchObject({ state: "waiting" });
  });
});
