import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import type { JobStore, JobToAdd } from "#server/store/job-types.ts";
import { pgBossJobs } from "#server/store/pg-boss-jobs.ts";
import { openPostgres, type PostgresEngine } from "#server/store/postgres.ts";
import { migratedDatabase } from "#test/stores.ts";

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

/** Two processes' jobs on one database. `hold` stops the first between fetching a job and having its lease. */
async function twoProcesses(): Promise<{
  first: JobStore;
  second: JobStore;
  hold: () => { held: Promise<void>; release: (failure?: Error) => void };
  /** Has what was fetched and has no lease look forgotten. */
  missed: () => Promise<void>;
}> {
  const url = (await migratedDatabase("postgres", "")) ?? "";
  let gates: ((work: () => Promise<unknown>) => Promise<unknown>)[] = [];
  const process = async (isFirst: boolean): Promise<JobStore> => {
    const opened = await openPostgres({ url }, systemClock);
    const transact: PostgresEngine["transact"] = (work, options) => {
      const gate = isFirst ? gates.shift() : undefined;
      const begin = () => opened.transact(work, options);
      // What the gate answers is what it was given.
      return gate === undefined ? begin() : (gate(begin) as ReturnType<typeof begin>);
    };
    const jobs = pgBossJobs({ ...opened, transact }, opened.jobs);
    onTestFinished(async () => {
      await jobs.close();
      await opened.close();
    });
    return jobs;
  };
  const [first, second] = [await process(true), await process(false)];
  return {
    first,
    second,
    hold() {
      const held = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      // Of the transactions of a take the first frees what was lost, the second is that of the leases.
      gates = [
        (begin) => begin(),
        async (begin) => {
          held.resolve();
          await over.promise;
          return begin();
        },
      ];
      return {
        held: held.promise,
        release: (failure) => (failure === undefined ? over.resolve() : over.reject(failure)),
      };
    },
    async missed() {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`update winnow_jobs.job set started_on = started_on - interval '1 minute',
        heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`);
      await client.end();
    },
  };
}

test.each([
  ["and then has its answer", undefined],
  ["and then fails", new Error("The database was away")],
])("who fetched a job and is away so long that another runs it leaves that run alone, %s", async (_, failure) => {
  const { first, second, hold, missed } = await twoProcesses();
  const { job } = await first.add(JOB);
  const { held, release } = hold();
  const late = take(first).catch((error: unknown) => error);
  await held;
  await missed();
  const [run] = await take(second);
  expect(run?.job.id).toBe(job.id);
  release(failure);
  expect(await late).toEqual(failure ?? []);
  expect(await first.get(job.id)).toMatchObject({ state: "running", isHeld: true });
  if (run === undefined) throw new Error("There was no run.");
  expect(await second.renew([run], LEASE_MILLISECONDS)).toEqual(new Set([job.id]));
  expect(await second.end(run, DONE)).toMatchObject({ state: "done" });
});

test("who fetched a job and fails to have its lease gives it back", async () => {
  const { first, second, hold } = await twoProcesses();
  const { job } = await first.add(JOB);
  const { held, release } = hold();
  const late = take(first);
  await held;
  release(new Error("The database was away"));
  await expect(late).rejects.toThrow("away");
  expect(await take(second)).toMatchObject([{ job: { id: job.id, attempts: 1 } }]);
});

test("a job that is tried again while a run of it is on its way to its end waits for that", async () => {
  const { first, second } = await twoProcesses();
  const { job } = await first.add(JOB);
  const [run] = await take(first);
  await first.cancel(job.id);
  await second.retry(job.id);
  expect(await take(second)).toEqual([]);
  expect(await second.get(job.id)).toMatchObject({ state: "waiting" });
  if (run !== undefined) await first.end(run, DONE);
  await expect.poll(() => take(second), { timeout: 5_000 }).toMatchObject([{ job: { id: job.id } }]);
});
