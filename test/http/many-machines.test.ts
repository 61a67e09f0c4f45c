import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { NewJob } from "#server/jobs/queue/job-queue.ts";
import { openStore } from "#server/db/open-store.ts";
import { replicaReads } from "#server/platform/metrics.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { openQueue } from "#test/job-queues.ts";
import { startWorker } from "#test/job-worker-process.ts";
import { onServer, startDatabasePair, startPgBouncer, type DatabasePair } from "#test/scaling/database-servers.ts";
import { temporaryFolder } from "#test/stores.ts";

const TIMEOUT = 240_000;

let pair: DatabasePair;
beforeAll(async () => {
  pair = await startDatabasePair();
}, TIMEOUT);
afterAll(() => pair.stop());

/** The primary alone, emptied of earlier tests' data. */
async function emptied(): Promise<string> {
  await onServer(
    pair.primary.url,
    `drop schema if exists public cascade; drop schema if exists winnow_jobs cascade; create schema public`,
  );
  return pair.primary.url;
}

describe("behind PgBouncer in transaction mode", () => {
  test("calls, events and jobs work", { timeout: TIMEOUT }, async () => {
    const databaseUrl = await emptied();
    const bouncer = await startPgBouncer(pair.primary);
    onTestFinished(() => bouncer.stop());
    const where = { databaseUrl, poolerUrl: bouncer.url };
    const [one, two] = [await freshWinnow("postgres", where), await freshWinnow("postgres", where)];
    const events = await listenTo(await two.app.listen({ host: "127.0.0.1", port: 0 }));
    onTestFinished(() => events.close());

    // More at once than PgBouncer has connections, so that transactions switch connections.
    const leads = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        one.ok("POST /api/leads", { body: { name: `Lead ${n}`, email: `lead-${n}@acme.example` } }),
      ),
    );
    await events.until(({ event, data }) => event === "changed" && data.topics.includes("leads"));
    await Promise.all(
      leads.map(({ id }, n) =>
        (n % 2 === 0 ? one : two).ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } }),
      ),
    );
    expect(await two.ok("GET /api/dashboard/stats")).toMatchObject({ totalLeads: 60 });
    const found = await Promise.all(
      leads.map((_, n) => two.ok("GET /api/leads", { query: { limit: 10, search: `lead-${n}@acme` } })),
    );
    expect(found.every(({ length }) => length === 1)).toBe(true);

    // The rest is for the workers: Winnow's own handlers wouldn't understand these jobs.
    for (const { workspace } of [one, two]) await workspace.jobs.stop();
    const dataDir = await temporaryFolder();
    const store = await openStore({ dataDir, ...where });
    onTestFinished(() => store.close());
    const queue = openQueue(store);
    const options = {
      dataDir,
      ...where,
      diary: join(dataDir, "diary"),
      leaseMilliseconds: 10_000,
      runMilliseconds: 20,
    };
    const workers = [await startWorker(options), await startWorker(options)];
    const ids = await Promise.all(Array.from({ length: 20 }, async (_, n) => (await queue.add(jobOf(n))).job.id));
    for (const id of ids) {
      expect(await queue.ended(id, AbortSignal.timeout(TIMEOUT))).toMatchObject({ state: "done" });
    }
    for (const worker of workers) expect(await worker.stop()).toBe(0);
  });

  test.each([
    ["rejects", []],
    ["ignores", ["options", "statement_timeout", "idle_in_transaction_session_timeout", "extra_float_digits"]],
  ])("a DATABASE_URL that points to one that %s settings names what is missing", async (_, ignored) => {
    const bouncer = await startPgBouncer(pair.primary, ignored);
    onTestFinished(() => bouncer.stop());
    await expect(openStore({ dataDir: await temporaryFolder(), databaseUrl: bouncer.url })).rejects.toMatchObject({
      id: "pooler_in_between",
      status: 503,
    });
  });
});

describe("with a read replica", () => {
  test("serves lists, and writers see their own changes at once", { timeout: TIMEOUT }, async () => {
    const databaseUrl = await emptied();
    const where = { databaseUrl, readUrl: pair.standby.url };
    const [one, two] = [await freshWinnow("postgres", where), await freshWinnow("postgres", where)];
    const listed = async (winnow: TestWinnow): Promise<number> =>
      (await winnow.ok("GET /api/leads", { query: { limit: 100 } })).length;

    for (let n = 1; n <= 20; n += 1) {
      const writer = n % 2 === 0 ? one : two;
      const reader = n % 4 < 2 ? one : two;
      await writer.ok("POST /api/leads", { body: { name: `Lead ${n}`, email: `lead-${n}@acme.example` } });
      expect(await listed(reader)).toBe(n);
    }
    const before = await readsOf("replica");
    await expect.poll(async () => [await listed(one), (await readsOf("replica")) > before]).toEqual([20, true]);

    // While it lags it isn't used, and again once it has caught up.
    await pair.setReplaying(false);
    const behind = await readsOf("behind");
    await one.ok("POST /api/leads", { body: { name: "Last", email: "last@acme.example" } });
    expect(await listed(one)).toBe(21);
    await expect.poll(async () => [await listed(two), (await readsOf("behind")) > behind]).toEqual([21, true]);
    await pair.setReplaying(true);
    const caughtUp = await readsOf("replica");
    await expect.poll(async () => [await listed(one), (await readsOf("replica")) > caughtUp]).toEqual([21, true]);

    // When it is gone, nobody notices.
    await pair.standby.stop("immediate");
    expect(await listed(one)).toBe(21);
    expect((await one.app.inject({ url: "/api/leads/export?status=all" })).body.match(/@acme/gu)).toHaveLength(21);
    await pair.standby.start();
    const back = await readsOf("replica");
    await expect.poll(async () => [await listed(one), (await readsOf("replica")) > back]).toEqual([21, true]);
  });
});

describe("when the synchronous standby is lost", () => {
  test("rejects writes until the standby is back", { timeout: TIMEOUT }, async () => {
    await emptied();
    const winnow = await freshWinnow("postgres", { databaseUrl: pair.url });
    const write = (email: string) => winnow.call("POST /api/leads", { body: { name: email, email } });
    expect((await write("before@acme.example")).statusCode).toBe(201);
    await pair.commitOnBoth();
    await pair.standby.stop("immediate");
    const refused = await write("late@acme.example");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "2"]);
    expect(await winnow.ok("GET /api/leads", { query: { limit: 10, search: "before" } })).toHaveLength(1);
    await pair.standby.start();
    await expect.poll(async () => (await write("after@acme.example")).statusCode).toBe(201);
  });
});

// Last, because it changes the primary.
describe("when the primary is lost", () => {
  test("keeps everything acknowledged, and the standby takes over automatically", { timeout: TIMEOUT }, async () => {
    await emptied();
    await pair.commitOnBoth();
    const winnow = await freshWinnow("postgres", { databaseUrl: pair.url });
    const events = await listenTo(await winnow.app.listen({ host: "127.0.0.1", port: 0 }));
    onTestFinished(() => events.close());
    const acknowledged: string[] = [];
    const answers = new Set<string>();
    const over = new AbortController();
    let count = 0;
    const write = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const email = `lead-${(count += 1)}@acme.example`;
        const answer = await winnow.call("POST /api/leads", { body: { name: email, email } });
        answers.add(`${answer.statusCode}, ${answer.headers["retry-after"]}`);
        if (answer.statusCode === 201) acknowledged.push(email);
        else await delay(20);
      }
    };
    const writers = Promise.all([write(), write(), write()]);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    await pair.primary.stop("kill");
    await expect.poll(() => answers.has("503, 2")).toBe(true);
    await pair.promote();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    over.abort();
    await writers;

    expect(answers).toEqual(new Set(["201, undefined", "503, 2"]));
    const stored = await onServer<{ email: string }>(pair.standby.url, "select email from leads");
    const there = new Set(stored.map(({ email }) => email));
    expect(acknowledged.filter((email) => !there.has(email))).toEqual([]);
    const heard = events.heard.length;
    await expect
      .poll(async () => {
        await winnow.ok("PUT /api/settings", { body: { autoSync: true } });
        return events.heard.length > heard;
      })
      .toBe(true);
  });
});

async function readsOf(outcome: string): Promise<number> {
  const { values } = await replicaReads.get();
  return values.find(({ labels }) => labels["outcome"] === outcome)?.value ?? 0;
}

function jobOf(n: number): NewJob {
  return { kind: "sync", key: `sync:${n}`, title: "Sync", input: { key: `sync:${n}`, failures: n % 5 === 0 ? 1 : 0 } };
}
