import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { JobKind } from "#shared/contract/job.ts";
import { LIMITS } from "#shared/limits.ts";
import { acting, actAs } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import {
  HopelessJob,
  type JobContext,
  type JobHandler,
  type JobOutcome,
  type JobQueue,
  type NewJob,
} from "#server/queue/job-queue.ts";
import type { JobRun } from "#server/store/job-types.ts";
import { openStore } from "#server/store/open-store.ts";
import type { Store } from "#server/store/types.ts";
import { openQueue } from "#test/job-queues.ts";
import { ENGINES, migratedDatabase, openTestStore, temporaryFolder, type EngineName } from "#test/stores.ts";

const SYNC: NewJob = { kind: "sync", key: "sync", title: "Sync of all data sources", input: {} };
const ALL: readonly JobKind[] = ["sync", "scrape", "report"];
const AT_ONCE = { retryDelay: () => 0 };
const PATIENCE = 30_000;

/** A handler of any input. */
function doing(run: (context: JobContext, input: unknown) => Promise<JobOutcome>): JobHandler {
  return { input: z.unknown(), run: (input, context) => run(context, input) };
}

const doNothing = doing(async () => ({ message: "Done" }));

/** A handler that says when it began and ends when told. */
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

/** Takes jobs as a process does that then is gone. */
async function takenByALostProcess(store: Store, leaseMilliseconds: number): Promise<JobRun> {
  const [run] = await store.jobs.take(ALL, 1, leaseMilliseconds);
  if (run === undefined) throw new Error("There was no job to take.");
  return run;
}

/**
 * A store, and what makes every lease there look run out, as it does to a process that wakes from sleep. It does so
 * before the process looks after its own, which sleeps like all of it and is not in the midst of anything.
 */
async function storeOnAMachineThatSleeps(engine: EngineName): Promise<{ store: Store; sleep: () => Promise<void> }> {
  const dataDir = await temporaryFolder();
  const databaseUrl = await migratedDatabase(engine, dataDir);
  let ahead = 0;
  const store = await openStore({ dataDir, databaseUrl, clock: () => new Date(Date.now() + ahead) });
  onTestFinished(() => store.close());
  const sleepNow = async (): Promise<void> => {
    ahead += 3_600_000;
    if (databaseUrl === undefined) return;
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query("update leases set expires_at = expires_at - 3600000");
    await client.end();
  };
  let asleep: (() => void) | null = null;
  const renew: Store["jobs"]["renew"] = async (...given) => {
    const slept = asleep;
    asleep = null;
    if (slept !== null) await sleepNow();
    slept?.();
    return store.jobs.renew(...given);
  };
  return {
    store: { ...store, jobs: { ...store.jobs, renew } },
    sleep: () => new Promise((resolve) => (asleep = resolve)),
  };
}

describe.each(ENGINES)("the queue on %s", (engine) => {
  describe("a job", () => {
    test("is run on behalf of whoever asked for it, and says what it brought", async () => {
      const queue = openQueue(await openTestStore(engine));
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

    test("is run by another process than the one it was asked of, and its end is heard there", async () => {
      const store = await openTestStore(engine);
      const asking = openQueue(store);
      openQueue(store).start({ sync: doNothing }, 1);
      expect(await endOf(asking, await addedTo(asking))).toMatchObject({ state: "done" });
    });

    test("keeps any text", async () => {
      const queue = openQueue(await openTestStore(engine));
      const text = "\0 half \ud800 pair, \u{fdd0}0000, 'quoted\", 🙂 \\u0000";
      queue.start({ sync: doing(async (_, input) => ({ message: text, result: input })) }, 1);
      const { job } = await queue.add({ ...SYNC, title: text, input: { [text]: text } });
      expect(job).toMatchObject({ title: text, input: { [text]: text } });
      expect(await endOf(queue, job.id)).toMatchObject({ message: text, result: { [text]: text } });
    });

    test("waits until its time", async () => {
      const store = await openTestStore(engine);
      const queue = openQueue(store);
      const notBefore = new Date(Date.now() + 700);
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
      const store = await openTestStore(engine);
      const scraping = openQueue(store);
      scraping.start({ scrape: doNothing }, 5);
      const id = await addedTo(scraping);
      await endOf(scraping, await addedTo(scraping, { kind: "scrape", key: "scrape:1" }));
      expect(await scraping.get(id)).toMatchObject({ state: "waiting", attempts: 0 });
      openQueue(store).start({ sync: doNothing }, 1);
      expect(await endOf(scraping, id)).toMatchObject({ state: "done", attempts: 1 });
    });

    test("is one of as many at once as there may be, the oldest first", async () => {
      const queue = openQueue(await openTestStore(engine));
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

    test("whose input this version cannot read is dead at once", async () => {
      const queue = openQueue(await openTestStore(engine));
      const sync: JobHandler<{ of: string }> = {
        input: z.object({ of: z.string() }),
        run: async () => ({ message: "" }),
      };
      queue.start({ sync }, 1);
      const { state, message } = await endOf(queue, await addedTo(queue, { input: 7 }));
      expect({ state, message }).toEqual({ state: "dead", message: expect.stringContaining("Another version") });
    });
  });

  describe("of one key", () => {
    test("there is one that waits, runs or retries, whoever asks", async () => {
      const store = await openTestStore(engine);
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

    test("no other runs while one that was cancelled is on its way to its end", async () => {
      const store = await openTestStore(engine);
      const [one, other] = [openQueue(store), openQueue(store)];
      const { handler, began, end } = held();
      one.start({ sync: handler }, 5);
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

    test("only the last run that found nothing to do is kept", async () => {
      const queue = openQueue(await openTestStore(engine));
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

  describe("a job that fails", () => {
    test("is tried again, later and later, and is dead after the last try", async () => {
      const store = await openTestStore(engine);
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

    test("says meanwhile why, and when it is tried again", async () => {
      const queue = openQueue(await openTestStore(engine), { retryDelay: () => 3_600_000 });
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

    test("is dead at once where another try would fail alike", async () => {
      const queue = openQueue(await openTestStore(engine));
      const cause = conflict("source_gone", "It was deleted.");
      queue.start({ sync: doing(() => Promise.reject(new HopelessJob("The source is gone.", { cause }))) }, 1);
      expect(await endOf(queue, await addedTo(queue))).toMatchObject({
        state: "dead",
        attempts: 1,
        error: { id: "source_gone", status: 409, message: "The source is gone." },
      });
    });

    test("tells people nothing of an error that nobody foresaw", async () => {
      const queue = openQueue(await openTestStore(engine));
      queue.start({ sync: doing(() => Promise.reject(new Error("ann@acme.example is no key"))) }, 1);
      const dead = await endOf(queue, await addedTo(queue, { maxAttempts: 1 }));
      expect(dead).toMatchObject({ state: "dead", error: { id: "internal", status: 500 } });
      expect(JSON.stringify(dead)).not.toContain("acme");
    });

    test("waits as if new when a person tries it again", async () => {
      const queue = openQueue(await openTestStore(engine), AT_ONCE);
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

    test("is not tried again while another of its key waits", async () => {
      const queue = openQueue(await openTestStore(engine));
      const first = await addedTo(queue);
      await queue.cancel(first);
      await addedTo(queue);
      await expect(queue.retry(first)).rejects.toMatchObject({ id: "job_waits", status: 409 });
      expect(await queue.get(first)).toMatchObject({ state: "cancelled" });
    });
  });

  describe("cancelling", () => {
    test("keeps one that waits from running", async () => {
      const queue = openQueue(await openTestStore(engine));
      const id = await addedTo(queue);
      expect(await queue.cancel(id)).toBe(true);
      expect(await queue.cancel(id)).toBe(false);
      let hasRun = false;
      queue.start({ sync: doing(async () => ({ message: "", result: (hasRun = true) })), scrape: doNothing }, 1);
      expect(await endOf(queue, id)).toMatchObject({ state: "cancelled", message: "Cancelled", attempts: 0 });
      await endOf(queue, await addedTo(queue, { kind: "scrape", key: "scrape:1" }));
      expect(hasRun).toBe(false);
      expect(await queue.retry(id)).toMatchObject({ state: "waiting" });
      expect(await endOf(queue, id)).toMatchObject({ state: "done" });
    });

    test("tells the run, in whatever process, and keeps what it answers", async () => {
      const store = await openTestStore(engine);
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
        message: "Ended: cancelled",
        result: { rows: 3 },
        isHeld: false,
      });
    });

    test("one whose run fails over it stays cancelled", async () => {
      const queue = openQueue(await openTestStore(engine), AT_ONCE);
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
        message: "Cancelled",
        attempts: 1,
        error: null,
      });
    });
  });

  describe("when a process ends", () => {
    test("what it ran is run again once its lease has run out, and it can no longer end it", async () => {
      const store = await openTestStore(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue, { maxAttempts: 1 });
      const lost = await takenByALostProcess(store, 600);
      expect(await queue.get(id)).toMatchObject({ state: "running", attempts: 1 });
      const { handler, began, end } = held();
      queue.start({ sync: handler }, 1);
      expect((await began).attempt).toBe(2);
      expect(await store.jobs.renew([lost], 10_000)).toEqual(new Set());
      await store.jobs.tellProgress(lost, { label: "Lost", done: 1, total: 2 });
      const late = { state: "done", message: "Late", result: null, nothing: false } as const;
      expect(await store.jobs.end(lost, late)).toBeNull();
      await store.jobs.handBack(lost, 0);
      expect(await queue.get(id)).toMatchObject({ state: "running", progress: null, attempts: 2 });
      end({ message: "Done" });
      expect(await endOf(queue, id)).toMatchObject({ state: "done", message: "Done", attempts: 2 });
    });

    test("a job that brings down every process that takes it is dead some time", async () => {
      const store = await openTestStore(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue, { maxAttempts: 1 });
      for (let crash = 0; crash <= LIMITS.job.attempts; crash += 1) {
        const run = await takenByALostProcess(store, 0);
        expect(run.job).toMatchObject({ id, attempts: crash + 1 });
      }
      expect(await store.jobs.take(ALL, 1, 10_000)).toEqual([]);
      expect(await endOf(queue, id)).toMatchObject({ state: "dead", error: { id: "job_interrupted" } });
      expect((await queue.get(id))?.message).toContain(`ended ${LIMITS.job.attempts + 1} times`);
    });

    test("a job that was cancelled stays so though nobody can end its run", async () => {
      const store = await openTestStore(engine);
      const queue = openQueue(store);
      const id = await addedTo(queue);
      await takenByALostProcess(store, 500);
      expect(await queue.cancel(id)).toBe(true);
      const next = await addedTo(queue);
      expect(next).not.toBe(id);
      queue.start({ sync: doNothing }, 1);
      expect(await endOf(queue, next)).toMatchObject({ state: "done", attempts: 1 });
      expect(await queue.get(id)).toMatchObject({ state: "cancelled", isHeld: false });
      expect(await queue.drop(id)).toBe(true);
    });

    test("asked to stop, it hands back what it runs, uncounted, and another goes on", async () => {
      const store = await openTestStore(engine);
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
      const store = await openTestStore(engine);
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
    test("a process goes on with what it ran, and begins none of it again", async () => {
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

    test("a run whose lease runs out before the look ends first, and then its job is run again", async () => {
      const store = await openTestStore(engine);
      let isLate = false;
      const renew: Store["jobs"]["renew"] = (runs, milliseconds) => store.jobs.renew(runs, isLate ? 0 : milliseconds);
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
          // Nobody ends at once.
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
      expect(attempts).toEqual([1, 2]);
    });
  });

  describe("progress", () => {
    test("is kept while it runs, the newest of many, and gone with its end", async () => {
      const queue = openQueue(await openTestStore(engine));
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
      end();
      expect((await endOf(queue, id)).progress).toBeNull();
    });
  });

  describe("waiting for an end", () => {
    test("is over when nobody waits any more, the process stops or the job is gone", async () => {
      const queue = openQueue(await openTestStore(engine));
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
    test("is newest first, a page at a time, by state and kind, with how many there are", async () => {
      const queue = openQueue(await openTestStore(engine));
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
      "of the cursor %j is empty",
      async (cursor) => {
        const queue = openQueue(await openTestStore(engine));
        await addedTo(queue);
        expect(await queue.list({ cursor })).toMatchObject({ jobs: [], nextCursor: null });
      },
    );
  });

  describe("forgetting", () => {
    test("takes what ended before a time, and no other", async () => {
      const queue = openQueue(await openTestStore(engine));
      queue.start({ sync: doNothing, scrape: doing(() => Promise.reject(new HopelessJob("No."))) }, 2);
      const ended = [await addedTo(queue), await addedTo(queue, { kind: "scrape", key: "scrape:1" })];
      for (const id of ended) await endOf(queue, id);
      const waiting = await addedTo(queue, { kind: "report", key: "report" });
      expect(await queue.forget(new Date(Date.now() - 60_000))).toBe(0);
      expect(await queue.forget(new Date(Date.now() + 60_000))).toBe(2);
      expect((await queue.list({})).jobs.map(({ id }) => id)).toEqual([waiting]);
    });

    test("of one is for what has ended", async () => {
      const queue = openQueue(await openTestStore(engine));
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

describe("on sqlite, where the clock of the machine was 40 days ahead and is put right", () => {
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
    ["that was asked for meanwhile", (queue, setAhead) => (setAhead(), addedTo(queue))],
    ["that failed meanwhile", failing],
    ["that was handed back meanwhile", handedBack],
  ])("a job %s is run", async (_, make) => {
    let ahead = 0;
    const store = await openTestStore("sqlite", () => new Date(Date.now() + ahead));
    const id = await make(openQueue(store, { retryDelay: () => 60_000 }), () => (ahead = AHEAD));
    ahead = 0;
    const queue = openQueue(store);
    const planned = await addedTo(queue, { key: "planned", notBefore: new Date(Date.now() + AHEAD) });
    queue.start({ sync: doNothing }, 1);
    expect(await queue.ended(id, AbortSignal.timeout(4_000))).toMatchObject({ state: "done" });
    expect(await queue.get(planned)).toMatchObject({ state: "waiting" });
  });
});
