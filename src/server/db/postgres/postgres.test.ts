import { createServer, type AddressInfo } from "node:net";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { all, sql } from "#server/db/engine/sql.ts";
import { openStore } from "#server/db/open-store.ts";
import { openPostgres } from "#server/db/postgres/postgres.ts";
import { actAs } from "#server/platform/acting.ts";
import { systemClock } from "#server/platform/clock.ts";
import { addLeads, anEntry, openTestStore, temporaryDatabase, temporaryFolder } from "#test/stores.ts";

async function open(databaseUrl: string) {
  const store = await openStore({ dataDir: await temporaryFolder(), databaseUrl });
  onTestFinished(() => store.close());
  return store;
}

/** Ends every connection to the database except this one. */
function endConnections(databaseUrl: string): Promise<void> {
  return query(
    databaseUrl,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
}

async function query(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(text);
  await client.end();
}

describe("PostgreSQL", () => {
  it("is shared by several processes, which notify each other", async () => {
    const url = await temporaryDatabase();
    const [one, two] = await Promise.all([open(url), open(url)]);
    const heard = new Promise((resolve) => two.subscribe(resolve));
    await one.publish("from one");
    expect(await heard).toBe("from one");
    const [id = ""] = await addLeads(one, [{ emailKey: "a@x.example" }]);
    expect(await two.leads.get(id)).not.toBeNull();
    await expect(addLeads(two, [{ emailKey: "a@x.example" }])).rejects.toMatchObject({ id: "lead_conflict" });
  });

  it("rejects a message that is too long to notify", async () => {
    const store = await openTestStore("postgres");
    await expect(store.publish("é".repeat(4_000))).rejects.toThrow("too long");
  });

  it("can end every connection, and works and notifies again", async () => {
    const url = await temporaryDatabase();
    const store = await open(url);
    await addLeads(store, [{}]);
    const missing = new Set(["again", ""]);
    const listening = new Promise<void>((resolve) => {
      store.subscribe((message) => {
        missing.delete(message);
        if (missing.size === 0) resolve();
      });
    });
    await endConnections(url);
    const errors: unknown[] = [];
    const answered = (): Promise<boolean> =>
      store.ping().then(
        () => true,
        (error: unknown) => {
          errors.push(error);
          return false;
        },
      );
    while (!(await answered()));
    for (const error of errors) expect(error).toMatchObject({ id: "store_unreachable", status: 503 });
    expect((await store.leads.totals()).qualified).toBe(1);
    // The listening connection reconnects; until then messages are missed, and afterward that is reported.
    const heard = new AbortController();
    void listening.then(() => heard.abort());
    while (!heard.signal.aborted) await store.publish("again");
    await listening;
  });

  it("is reported as unreachable when it is down", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await expect(open(`postgres://postgres@127.0.0.1:${port}/none`)).rejects.toMatchObject({ id: "store_unreachable" });
  });

  it("refuses to begin in a database without Unicode or without the right to create tables", async () => {
    const url = await temporaryDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(url, `create database ${name}_latin encoding 'LATIN1' locale 'C' template template0`);
    onTestFinished(() => query(url, `drop database ${name}_latin`));
    await expect(open(`${url}_latin`)).rejects.toThrow("encoding LATIN1");
    await query(url, `create role ${name}_guest login; revoke create on schema public from public`);
    onTestFinished(() => query(url, `drop role ${name}_guest`));
    const asGuest = Object.assign(new URL(url), { username: `${name}_guest` });
    await expect(open(asGuest.href)).rejects.toThrow("CREATE SCHEMA winnow_jobs AUTHORIZATION");
    await query(url, `create schema winnow_jobs authorization ${name}_guest`);
    onTestFinished(() => query(url, "drop schema winnow_jobs"));
    await expect(open(asGuest.href)).rejects.toThrow("permission denied for schema public). Make it their owner");
  });

  it("compiles no plans and starts workers only for large tables", async () => {
    const engine = await openPostgres({ url: await temporaryDatabase() }, systemClock);
    onTestFinished(() => engine.close());
    const settings = sql`select current_setting('jit') as jit, current_setting('min_parallel_table_scan_size') as read`;
    expect(await engine.run(() => all(settings))).toEqual([{ jit: "off", read: "512MB" }]);
  });

  it("retries a transaction that failed with a deadlock", async () => {
    const store = await openTestStore("postgres");
    const [a = "", b = ""] = await addLeads(store, [{ name: "a" }, { name: "b" }]);
    // Every pair locks the two leads' counters and rows in its own order.
    const at = "2026-05-01T10:00:00.000Z";
    const changes = Array.from({ length: 40 }, (_, index) => {
      const id = index % 2 === 0 ? a : b;
      return index % 4 < 2
        ? store.leads.setStatus({ id, status: index % 8 < 4 ? "approved" : "pending", by: "T", at })
        : store.leads.edit(id, (lead) => ({ ...lead, status: "rejected", notes: `${index}` }), anEntry());
    });
    expect((await Promise.all(changes)).every((change) => change !== null)).toBe(true);
    const totals = await store.leads.totals();
    expect(Object.values(totals).reduce((sum, count) => sum + count)).toBe(2);
  });

  it("writes concurrent status changes in one commit, without waiting for a locked lead", async () => {
    const url = await temporaryDatabase();
    const store = await open(url);
    const [locked = "", ...others] = await addLeads(store, [{}, {}, {}, {}]);
    const writer = new pg.Client(url);
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query("begin");
    await writer.query("select 1 from leads where id = $1 for update", [locked]);
    const approve = (id: string) =>
      store.leads.setStatus({ id, status: "approved", by: "T", at: "2026-05-01T10:00:00.000Z" });
    const waiting = approve(locked);
    const changes = await Promise.all([...others, "999"].map(approve));
    expect(changes.map((change) => change?.before)).toEqual([...others.map(() => "qualified"), undefined]);
    const commits = "select count(distinct xmin::text)::int as count from leads where id <> $1";
    expect((await writer.query(commits, [locked])).rows).toEqual([{ count: 1 }]);
    await writer.query("rollback");
    expect(await waiting).toMatchObject({ before: "qualified", actId: expect.any(String) as string });
  });

  it("rolls back only the dry run among concurrent status changes", async () => {
    const store = await openTestStore("postgres");
    const ids = await addLeads(store, [{}, {}, {}]);
    const approve = (id: string) =>
      store.leads.setStatus({ id, status: "approved", by: "T", at: "2026-05-01T10:00:00.000Z" });
    const [first = "", rehearsed = "", last = ""] = ids;
    const dryRun = () => actAs({ by: "T", userId: null, requestId: null, rehearses: true }, () => approve(rehearsed));
    const outcomes = await Promise.allSettled([approve(first), dryRun(), approve(last)]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { id: "rehearsed" } },
      { status: "fulfilled" },
    ]);
    const statuses = await Promise.all(ids.map(async (id) => (await store.leads.get(id))?.status));
    expect(statuses).toEqual(["approved", "qualified", "approved"]);
  });
});
