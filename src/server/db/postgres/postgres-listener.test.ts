import pg from "pg";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { listenOnPostgres } from "#server/db/postgres/postgres-listener.ts";
import { openSilentWay, type SilentWay } from "#test/silent-way.ts";

/** A busy machine has a second to connect and to answer. */
const TIMING = { askMilliseconds: 200, answerMilliseconds: 1_000 };

/** A proxy to the run's PostgreSQL whose connections can go silent while they stay open. */
async function openWay(): Promise<SilentWay> {
  const way = await openSilentWay(inject("postgresUrl").replace("DATABASE", "postgres"));
  onTestFinished(() => way.close());
  return way;
}

async function listening(url: string) {
  const pool = new pg.Pool({ connectionString: inject("postgresUrl").replace("DATABASE", "postgres"), max: 1 });
  const channel = await listenOnPostgres(
    async () => ({ connectionString: url, connectionTimeoutMillis: 1_000 }),
    TIMING,
  );
  const heard: string[] = [];
  channel.subscribe("winnow", (message) => heard.push(message));
  onTestFinished(async () => {
    await channel.close();
    await pool.end();
  });
  return { channel, heard, publish: (message: string) => channel.publish(pool, "winnow", message) };
}

test("replaces a connection that is open but silent, and reports that messages may be missing", async () => {
  const way = await openWay();
  const { heard, publish } = await listening(way.url);
  await publish("before");
  await expect.poll(() => heard).toEqual(["before"]);
  way.silence();
  // Published while nothing can reconnect.
  await publish("missed");
  way.restore();
  await expect.poll(() => heard).toEqual(["before", ""]);
  await publish("after");
  await expect.poll(() => heard).toEqual(["before", "", "after"]);
  await expect.poll(() => way.connections()).toBe(1);
});

test("gives up a connection that goes silent while it is opened", async () => {
  const way = await openWay();
  const { heard, publish } = await listening(way.url);
  way.silence();
  await expect.poll(() => way.connections()).toBe(0);
  await expect.poll(() => way.connections()).toBe(1);
  way.restore();
  const publishAndLook = async (): Promise<string | undefined> => {
    await publish("after");
    return heard.at(-1);
  };
  await expect.poll(publishAndLook).toBe("after");
  expect(heard).toContain("");
  await expect.poll(() => way.connections()).toBe(1);
});

test("messages arrive in the order in which they were published, even if the first one's connection is slow", async () => {
  const url = inject("postgresUrl").replace("DATABASE", "postgres");
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  onTestFinished(() => pool.end());
  const { promise: firstMayGo, resolve: letFirstGo } = Promise.withResolvers<void>();
  const asked: unknown[] = [];
  const slowAtFirst = Object.assign(Object.create(pool) as pg.Pool, {
    query: async (query: pg.QueryConfig) => {
      asked.push(query.values?.[1]);
      if (asked.length === 1) await firstMayGo;
      return pool.query(query);
    },
  });
  const { channel, heard } = await listening(url);
  const published = ["first", "second"].map((message) => channel.publish(slowAtFirst, "winnow", message));
  // Until then, the second would overtake it.
  await pool.query("select 1");
  expect(asked).toEqual(["first"]);
  letFirstGo();
  await Promise.all(published);
  await expect.poll(() => heard).toEqual(["first", "second"]);
});

test("keeps a connection that answers", async () => {
  const way = await openWay();
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const { heard, publish } = await listening(way.url);
  const checks = (): number => query.mock.calls.filter(([text]: unknown[]) => text === "select 1").length;
  await expect.poll(checks).toBeGreaterThan(5);
  await publish("still");
  await expect.poll(() => heard).toEqual(["still"]);
});
