import pg from "pg";
import type { PgBoss } from "pg-boss";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import { adoptEarlierJobs } from "#server/db/jobs/earlier-jobs.ts";
import { jobStore, type JobStore } from "#server/db/jobs/job-store.ts";
import type { JobToAdd } from "#server/db/jobs/job-records.ts";
import { attemptOf, pgBossDelivery } from "#server/db/jobs/pg-boss-delivery.ts";
import { JOB_SCHEMA, QUEUE } from "#server/db/jobs/start-pg-boss.ts";
import { scheduleStore } from "#server/db/system/schedules.ts";
import { openPostgres, type PostgresEngine } from "#server/db/postgres/postgres.ts";
import { withPgBoss } from "#test/job-queues.ts";
import { migratedPostgres } from "#test/stores.ts";

const JOB: JobToAdd = {
  kind: "sync",
  key: "sync",
  title: "Sync",
  input: {},
  maxAttempts: 3,
  by: "ann",
  requestId: null,
  traceparent: null,
  notBefore: null,
};
const LEASE_MILLISECONDS = 10_000;
const DONE = { state: "done", message: "Done", result: null, nothing: false } as const;

const take = (jobs: JobStore) => jobs.take(["sync"], 5, LEASE_MILLISECONDS);
const messages = (url: string) => withPgBoss(url, (boss) => boss.findJobs(QUEUE));

/** A process's job store; `failing` aborts its next transaction before it commits. */
async function processOn(url: string): Promise<{ jobs: JobStore; failing: (failure: Error) => void }> {
  const opened = await openPostgres({ url }, systemClock);
  let failure: Error | null = null;
  const transact: PostgresEngine["transact"] = (work, options) =>
    opened.transact(function* () {
      const result = yield* work();
      if (failure !== null) throw failure;
      return result;
    }, options);
  const engine = { ...opened, transact };
  const jobs = jobStore(engine, systemClock, pgBossDelivery(engine, opened.jobs));
  onTestFinished(async () => {
    await jobs.close();
    await opened.close();
  });
  return { jobs, failing: (error) => (failure = error) };
}

test("a process that fails while taking a job leaves it to others, uncounted", async () => {
  const url = await migratedPostgres();
  const [{ jobs: first, failing }, { jobs: second }] = [await processOn(url), await processOn(url)];
  const { job } = await first.add(JOB);
  failing(new Error("The database was away"));
  await expect(take(first)).rejects.toThrow("away");
  expect(await second.get(job.id)).toMatchObject({ state: "waiting", attempts: 0 });
  expect(await take(second)).toMatchObject([{ job: { id: job.id, attempts: 1, lostRuns: 0 } }]);
});

test("a job that can't be added leaves neither a row nor a message", async () => {
  const url = await migratedPostgres();
  const { jobs, failing } = await processOn(url);
  await jobs.renew([], LEASE_MILLISECONDS);
  failing(new Error("The database was away"));
  await expect(jobs.add(JOB)).rejects.toThrow("away");
  expect(await jobs.openOfKey(JOB.key)).toBeNull();
  expect(await messages(url)).toEqual([]);
});

test("an ended job leaves no message, and a canceled one drops its own", async () => {
  const url = await migratedPostgres();
  const { jobs } = await processOn(url);
  const { job } = await jobs.add(JOB);
  const [run] = await take(jobs);
  if (run === undefined) throw new Error("There was no run.");
  expect(await messages(url)).toMatchObject([{ data: { job: job.id }, state: "active" }]);
  await jobs.end(run, DONE);
  expect(await messages(url)).toEqual([]);
  const { job: canceled } = await jobs.add(JOB);
  await jobs.cancel(canceled.id);
  expect(await take(jobs)).toEqual([]);
  expect(await messages(url)).toEqual([]);
});

test("a run without heartbeats is lost, and a message returned to pg-boss continues", async () => {
  const url = await migratedPostgres();
  const { jobs } = await processOn(url);
  const { job } = await jobs.add({ ...JOB, maxAttempts: 1 });
  const [lost] = await take(jobs);
  if (lost === undefined) throw new Error("There was no run.");
  await withPgBoss(url, (boss) => boss.fail(QUEUE, attemptOf(lost.token)));
  const [run] = await take(jobs);
  expect(run).toMatchObject({ job: { id: job.id, attempts: 1, lostRuns: 1 } });
  expect(run?.token).not.toBe(lost.token);
  expect(await jobs.renew([lost], LEASE_MILLISECONDS)).toEqual(new Set());
  expect(await jobs.end(lost, DONE)).toBeNull();
  expect(await jobs.renew(run === undefined ? [] : [run], LEASE_MILLISECONDS)).toEqual(new Set([job.id]));
});

test("jobs are delivered even after pg-boss's schema was lost, including active runs", async () => {
  const url = await migratedPostgres();
  const { jobs: before } = await processOn(url);
  const { job: running } = await before.add(JOB);
  await take(before);
  const { job: waiting } = await before.add({ ...JOB, key: "other" });
  await before.close();
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`drop schema ${JOB_SCHEMA} cascade`);
  await client.end();
  const { jobs } = await processOn(url);
  expect(await take(jobs)).toMatchObject([
    { job: { id: running.id, attempts: 1, lostRuns: 1 } },
    { job: { id: waiting.id, attempts: 1, lostRuns: 0 } },
  ]);
});

const EARLIER = "work";

/** Adds a job as version 0.1 did, and returns its ID. */
async function addEarlier(boss: PgBoss, key: string, title: string, startAfter: Date): Promise<string> {
  const texts = { title, input: { of: "fair" }, maxAttempts: 3, by: "ann", requestId: null, traceparent: null };
  const data = { kind: "sync", json: JSON.stringify(texts) };
  return (await boss.send(EARLIER, data, { singletonKey: key, startAfter, retryLimit: 0 })) ?? "";
}

test("jobs left waiting by version 0.1 run, except those that one of its processes may take", async () => {
  const url = await migratedPostgres();
  const { jobs } = await processOn(url);
  await withPgBoss(url, async (boss) => {
    await boss.createQueue(EARLIER, { policy: "exclusive" });
    await addEarlier(boss, "waits", "\0 waits", new Date(Date.now() - 60_000));
    await addEarlier(boss, "young", "Young", new Date());
  });
  const job = { key: "waits", title: "\0 waits", input: { of: "fair" }, attempts: 1, by: "ann", maxAttempts: 3 };
  await expect.poll(() => take(jobs)).toMatchObject([{ job }]);
  const left = await withPgBoss(url, (boss) => boss.findJobs(EARLIER));
  expect(left).toMatchObject([{ singletonKey: "young" }]);
});

test("ended jobs of version 0.1 stay listed once, and schedules know their new IDs", async () => {
  const url = await migratedPostgres();
  const engine = await openPostgres({ url }, systemClock);
  onTestFinished(() => engine.close());
  const delivery = pgBossDelivery(engine, engine.jobs);
  const jobs = jobStore(engine, systemClock, delivery);
  onTestFinished(() => jobs.close());
  await delivery.ready();
  const schedules = scheduleStore(engine);
  const run = await schedules.begin("auto-sync", "window", "2026-11-22T00:00:00.000Z");
  const json = (output: object): { json: string } => ({ json: JSON.stringify(output) });
  await withPgBoss(url, async (boss) => {
    await boss.createQueue(EARLIER, { policy: "exclusive" });
    const long = new Date(Date.now() - 60_000);
    const dead = await addEarlier(boss, "dead", "Dead", long);
    const done = await addEarlier(boss, "done", "Done", long);
    await boss.cancel(EARLIER, await addEarlier(boss, "canceled", "Canceled", long));
    await boss.fetch(EARLIER, { batchSize: 2 });
    await boss.fail(EARLIER, dead, json({ error: { id: "busy", status: 409, message: "Busy." } }));
    await boss.complete(EARLIER, done, json({ message: "Read", result: { rows: 3 } }));
    await schedules.assign(run ?? "", done);
    const adopt = () =>
      adoptEarlierJobs({
        engine,
        boss,
        offer: (row) => delivery.offer(row),
        signal: new AbortController().signal,
        untouchedMilliseconds: -60_000,
      });
    await Promise.all([adopt(), adopt()]);
    expect(await boss.findJobs(EARLIER)).toEqual([]);
  });
  const { jobs: listed } = await jobs.list({ limit: 9 });
  expect(listed).toMatchObject([
    { key: "canceled", state: "cancelled", message: "Canceled", attempts: 0 },
    { key: "done", state: "done", message: "Read", result: { rows: 3 }, attempts: 1 },
    { key: "dead", state: "dead", message: "Busy.", error: { id: "busy" }, attempts: 1 },
  ]);
  expect((await schedules.lastRuns()).get("auto-sync")?.jobId).toBe(listed[1]?.id);
});
