import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import { jobStore } from "#server/db/jobs/job-store.ts";
import { pgBossDelivery } from "#server/db/jobs/pg-boss-delivery.ts";
import { openPostgresReader } from "#server/db/lead-reader/postgres-lead-reader.ts";
import { openPostgres, type PostgresEngine } from "#server/db/postgres/postgres.ts";
import { first, run, sql } from "#server/db/engine/sql.ts";
import { openSilentWay, type SilentWay } from "#test/silent-way.ts";
import { migratedPostgres } from "#test/stores.ts";

const LIMIT = 1_500;
const PATIENCE = 120_000;
const UNREACHABLE = { id: "store_unreachable", status: 503 };

let way: SilentWay;
/** A process that the network cuts off, and one that it doesn't. */
let [cutOff, other]: PostgresEngine[] = [];
const opened = (): { cutOff: PostgresEngine; other: PostgresEngine } => {
  if (cutOff === undefined || other === undefined) throw new Error("Nothing is open.");
  return { cutOff, other };
};

beforeEach(async () => {
  const url = await migratedPostgres();
  way = await openSilentWay(url);
  cutOff = await openPostgres({ url: way.url, statementMilliseconds: LIMIT }, systemClock);
  other = await openPostgres({ url }, systemClock);
});
afterEach(async () => {
  // First, because closing a connection waits for the other side.
  await way.close();
  await Promise.all([cutOff?.close(), other?.close()]);
});

const ping = (engine: PostgresEngine) => engine.run(() => first(sql<{ one: number }>`select 1 as one`));
const rename = (name: string) => run(sql`update settings set value = ${JSON.stringify(name)} where key = 'silent'`);

test("calls are rejected, and succeed when the network is back", { timeout: PATIENCE }, async () => {
  const { cutOff: engine } = opened();
  // More than the pool has connections, including earlier ones.
  await Promise.all([ping(engine), ping(engine), ping(engine)]);
  way.silence();
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => ping(engine)));
  for (const answer of answers) expect(answer).toMatchObject({ status: "rejected", reason: UNREACHABLE });
  await expect.poll(() => engine.connections?.().open, { timeout: PATIENCE }).toBe(0);
  way.restore();
  expect(await ping(engine)).toEqual({ one: 1 });
  await expect.poll(() => way.connections()).toBeLessThanOrEqual(2);
});

test("locks of a cut-off transaction are released for others", { timeout: PATIENCE }, async () => {
  const { cutOff: engine, other: alive } = opened();
  await alive.transact(() => run(sql`insert into settings (key, value) values ('silent', '""')`));
  let tries = 0;
  const change = engine.transact(function* () {
    tries += 1;
    yield* rename("cut off");
    way.silence();
    yield* rename("cut off");
  });
  await expect(change).rejects.toMatchObject(UNREACHABLE);
  expect(tries).toBe(1);
  await alive.transact(() => rename("alive"));
  expect(await alive.run(() => first(sql`select value from settings where key = 'silent'`))).toEqual({
    value: '"alive"',
  });
});

test("a listener notices, and reports that it may have missed something", { timeout: PATIENCE }, async () => {
  const { cutOff: engine, other: alive } = opened();
  const heard: string[] = [];
  engine.subscribe((message) => heard.push(message));
  way.silence();
  await alive.publish("missed");
  way.restore();
  await expect.poll(() => heard, { timeout: PATIENCE }).toEqual([""]);
  await alive.publish("after");
  await expect.poll(() => heard).toEqual(["", "after"]);
});

test("a job moves to the other process, and the cut-off run changes nothing", { timeout: PATIENCE }, async () => {
  const { cutOff: engine, other: alive } = opened();
  const jobsOf = (of: PostgresEngine) => jobStore(of, systemClock, pgBossDelivery(of, of.jobs));
  const [jobs, others] = [jobsOf(engine), jobsOf(alive)];
  const more = { kind: "sync", key: "sync", title: "Sync", input: {}, maxAttempts: 1, by: "ann" } as const;
  const { job } = await jobs.add({ ...more, requestId: null, traceparent: null, notBefore: null });
  const [run1] = await jobs.take(["sync"], 1, 1_000);
  if (run1 === undefined) throw new Error("There was no run.");
  way.silence();
  await expect(jobs.renew([run1], 1_000)).rejects.toMatchObject(UNREACHABLE);
  const taken = () => others.take(["sync"], 1, 60_000);
  await expect.poll(taken, { timeout: PATIENCE }).toMatchObject([{ job: { id: job.id, attempts: 1, lostRuns: 1 } }]);
  way.restore();
  // Each of the earlier connections is detected and discarded.
  const renewed = () => jobs.renew([run1], 1_000).catch(() => "refused");
  await expect.poll(renewed, { timeout: PATIENCE }).toEqual(new Set());
  expect(await jobs.end(run1, { state: "done", message: "Late", result: null, nothing: false })).toBeNull();
  expect(await others.get(job.id)).toMatchObject({ state: "running" });
  await jobs.close();
  await others.close();
});

test("a reader of all leads gives up, too", { timeout: PATIENCE }, async () => {
  const reader = await openPostgresReader(way.url, {
    compile: (text) => ({ text, values: [] }),
    statementMilliseconds: LIMIT,
  });
  const look = async (): Promise<void> => {
    way.silence();
  };
  await expect(reader.view(look)).rejects.toMatchObject(UNREACHABLE);
  void reader.close().catch(() => {});
});
