import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { HealthProblem, ProcessFacts } from "#shared/contract/health.ts";
import { DAY, HOUR, MINUTE } from "#shared/durations.ts";
import { buildWorkerApp } from "#server/app.ts";
import { HopelessJob } from "#server/jobs/queue/job-queue.ts";
import { startHeartbeat } from "#server/features/health/heartbeat.ts";
import { startWatchingMailboxes } from "#server/features/mailbox/watch-mailboxes.ts";
import { changeBehindItsBack } from "#test/another-program.ts";
import { SCHEMA_VERSION } from "#server/db/migrations/list.ts";
import { freshWinnow, type TestWinnow, type WinnowOptions } from "#test/harness.ts";
import { tick } from "#test/jobs.ts";
import { API_KEY } from "#test/http/endpoint-examples.ts";
import { inquiry, newMailbox } from "#test/http/mailbox-under-test.ts";
import { startDovecot } from "#test/peers/dovecot/dovecot-peer.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { startServer } from "#test/server-process.ts";
import { ENGINES, migratedPostgres, oneEngine } from "#test/stores.ts";

const SOME_FACTS: ProcessFacts = {
  host: "another",
  disk: null,
  mailboxes: {},
  clock: { putBack: null, ahead: 0 },
  database: { fullSince: null, damagedSince: null },
};

let now: number;
beforeEach(() => {
  now = Date.now();
});

async function problems(winnow: TestWinnow): Promise<HealthProblem[]> {
  return (await winnow.ok("GET /api/dashboard/status")).problems;
}

const kinds = async (winnow: TestWinnow): Promise<string[]> => (await problems(winnow)).map(({ kind }) => kind);

describe.each(oneEngine("sqlite"))("the watchdog on %s", (engine) => {
  const open = (options: WinnowOptions = {}): Promise<TestWinnow> =>
    freshWinnow(engine, { clock: () => new Date(now), ...options });

  /** As if another process had been running for an hour. */
  async function workingSinceAnHour({ workspace }: TestWinnow): Promise<void> {
    const startedAt = new Date(now - HOUR).toISOString();
    await workspace.store.health.beat({ id: "a worker", takesJobs: true, startedAt, facts: SOME_FACTS });
  }

  test("finds nothing in a new product", async () => {
    const winnow = await open();
    await workingSinceAnHour(winnow);
    expect(await problems(winnow)).toEqual([]);
  });

  test("reports a nearly full disk once, until there is space again", async () => {
    let free = 1e6;
    const winnow = await open({ diskSpace: async () => ({ free, total: 1e9 }) });
    const [first] = await problems(winnow);
    expect(first).toMatchObject({
      kind: "disk_nearly_full",
      message: expect.stringContaining("1 MB of 1,000 MB are free") as string,
      since: new Date(now).toISOString(),
    });
    const [notification] = (await winnow.ok("GET /api/notifications")).items;
    expect(notification).toMatchObject({ kind: "health", title: first?.title, isRead: false });
    await winnow.ok("POST /api/notifications/read", { body: { ids: [notification?.id ?? ""] } });
    now += HOUR;
    expect((await winnow.ok("GET /api/notifications")).items).toMatchObject([{ id: notification?.id, isRead: true }]);
    free = 9e8;
    expect(await problems(winnow)).toEqual([]);
    expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
    free = 1e6;
    expect(await kinds(winnow)).toEqual(["disk_nearly_full"]);
    const [again] = (await winnow.ok("GET /api/notifications")).items;
    expect(again).toMatchObject({ isRead: false, at: new Date(now).toISOString() });
  });

  test("reports a sheet that is read without error but has brought nothing for unusually long", async () => {
    const google = await startGooglePeer();
    onTestFinished(() => google.close());
    google.addApiKey(API_KEY);
    google.setSheet("some-spreadsheet", "Sheet1", []);
    google.spreadsheet("some-spreadsheet").isPublic = true;
    const winnow = await open({ google });
    const config = { spreadsheetId: "some-spreadsheet", authMethod: "api_key" as const, apiKey: API_KEY };
    await winnow.ok("POST /api/data-sources", { body: { name: "Fair", type: "google_sheets", config } });
    const readSheetOf = async (rows: number): Promise<void> => {
      google.setSheet("some-spreadsheet", "Sheet1", sampleLeads(rows));
      await winnow.ok("POST /api/sync-leads");
    };
    for (let day = 1; day <= 11; day += 1) {
      now += DAY;
      await readSheetOf(day);
    }
    const lastBrought = new Date(now).toISOString();
    for (let day = 1; day <= 2; day += 1) {
      now += DAY - MINUTE;
      await readSheetOf(11);
      expect(await kinds(winnow)).toEqual([]);
    }
    now += DAY;
    await readSheetOf(11);
    expect(await problems(winnow)).toMatchObject([
      {
        kind: "source_silent",
        title: "Nothing new from Fair for 2 days",
        message: expect.stringContaining("usually has new entries every 2 days") as string,
        since: lastBrought,
      },
    ]);
    await readSheetOf(12);
    expect(await problems(winnow)).toEqual([]);
    // People it doesn't concern don't need to know.
    now += 3 * DAY - MINUTE;
    await readSheetOf(12);
    await winnow.ok("PUT /api/settings", { body: { notifySourceFailures: false } });
    expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
  });

  test("reports a source that isn't read anymore", async () => {
    const google = await startGooglePeer();
    onTestFinished(() => google.close());
    google.addApiKey(API_KEY);
    google.setSheet("some-spreadsheet", "Sheet1", sampleLeads(1));
    google.spreadsheet("some-spreadsheet").isPublic = true;
    const winnow = await open({ google });
    const config = { spreadsheetId: "some-spreadsheet", authMethod: "api_key" as const, apiKey: API_KEY };
    const { id } = await winnow.ok("POST /api/data-sources", { body: { name: "Fair", type: "google_sheets", config } });
    await winnow.ok("POST /api/sync-leads");
    const lastRead = new Date(now).toISOString();
    now += 3 * HOUR + MINUTE;
    // The process wasn't running to read it.
    expect(await kinds(winnow)).toEqual([]);
    await workingSinceAnHour(winnow);
    expect(await problems(winnow)).toMatchObject([
      { kind: "source_overdue", title: "Fair hasn't synced for 3 hours", since: lastRead },
    ]);
    await winnow.ok("PATCH /api/data-sources/{id}", { id, body: { isActive: false } });
    expect(await problems(winnow)).toEqual([]);
  });

  test("reports work that waits although a worker is running", async () => {
    const winnow = await open();
    await workingSinceAnHour(winnow);
    const { store } = winnow.workspace;
    const asked = { title: "", input: {}, maxAttempts: 1, by: "T", requestId: null, traceparent: null };
    // The running workers take nothing, as if they had silently stopped.
    await winnow.workspace.jobs.stop();
    const { job } = await store.jobs.add({
      ...asked,
      kind: "backup",
      key: "a",
      notBefore: new Date(now - 11 * MINUTE),
    });
    expect(await problems(winnow)).toMatchObject([
      { kind: "queue_stalled", title: "Jobs have been waiting for 11 minutes" },
    ]);
    await store.jobs.cancel(job.id);
    expect(await problems(winnow)).toEqual([]);
  });

  test("reports a dead job until a person drops it", async () => {
    const winnow = await open();
    const { jobs, store } = winnow.workspace;
    // The test takes the job.
    await jobs.stop();
    const asked = { title: "Backup", input: {}, maxAttempts: 1, by: "T", requestId: null, traceparent: null };
    const { job } = await store.jobs.add({ ...asked, kind: "backup", key: "b", notBefore: null });
    const [run] = await store.jobs.take(["backup"], 1, MINUTE);
    const error = { id: "hopeless", status: 500, message: new HopelessJob("The disk is gone.").message };
    await store.jobs.end(run!, { state: "failed", error, retryAfter: null });
    expect(await problems(winnow)).toMatchObject([
      { kind: "jobs_dead", title: "Backup failed", message: expect.stringContaining("The disk is gone.") },
    ]);
    // A nightly run is reported once.
    const night = (await store.schedules.begin("backup", "tonight", new Date(now).toISOString())) ?? "";
    await store.schedules.assign(night, job.id);
    expect(await problems(winnow)).toMatchObject([{ kind: "jobs_dead" }]);
    await store.health.beat({
      id: "a worker",
      takesJobs: true,
      startedAt: new Date(now - HOUR).toISOString(),
      facts: SOME_FACTS,
    });
    const found = await problems(winnow);
    expect(found).toMatchObject([{ kind: "backup_missing", message: expect.stringContaining("The disk is gone.") }]);
    // The clock notes the failure at its next check.
    const { message, since: finishedAt } = found[0] ?? { message: "", since: "" };
    await store.schedules.finish(night, { outcome: "failed", message, finishedAt });
    expect(await problems(winnow)).toEqual(found);
    expect(await jobs.drop(job.id)).toBe(true);
    await store.schedules.withdraw(night);
    expect(await problems(winnow)).toEqual([]);
  });

  test("reports missing backups since the last success, whatever happened to others since", async () => {
    const winnow = await open();
    const { schedules } = winnow.workspace.store;
    const run = async (outcome: "done" | "failed" | "cancelled" | "running"): Promise<void> => {
      const id = await schedules.begin("backup", `${outcome} ${now}`, new Date(now).toISOString());
      if (outcome === "running") return;
      await schedules.finish(id ?? "", {
        outcome,
        message: outcome === "failed" ? "The disk has no room for it." : "",
        finishedAt: new Date(now).toISOString(),
      });
    };
    const missed = (since: number) => [
      {
        kind: "backup_missing",
        title: "No backup for 2 days",
        message: expect.stringContaining("run one manually") as string,
        since: new Date(since).toISOString(),
        href: "/jobs",
      },
    ];
    const begun = now;
    const pass = async (milliseconds: number): Promise<void> => {
      now += milliseconds;
      const startedAt = new Date(begun).toISOString();
      await winnow.workspace.store.health.beat({ id: "a worker", takesJobs: true, startedAt, facts: SOME_FACTS });
    };
    await pass(48 * HOUR);
    expect(await problems(winnow)).toEqual([]);
    await pass(MINUTE);
    expect(await problems(winnow)).toMatchObject(missed(begun));

    await run("done");
    const done = now;
    expect(await problems(winnow)).toEqual([]);
    await pass(48 * HOUR);
    await run("cancelled");
    expect(await problems(winnow)).toEqual([]);
    await pass(MINUTE);
    expect(await problems(winnow)).toMatchObject(missed(done));
    await run("running");
    expect(await problems(winnow)).toMatchObject(missed(done));
    await winnow.ok("PUT /api/settings", { body: { backupOn: false } });
    expect(await problems(winnow)).toEqual([]);
    await winnow.ok("PUT /api/settings", { body: { backupOn: true } });

    await run("failed");
    expect(await problems(winnow)).toMatchObject([
      { kind: "backup_missing", title: "The last backup failed", message: "The disk has no room for it." },
    ]);
    await run("done");
    expect(await problems(winnow)).toEqual([]);
  });

  test("reports a clock that was set back for a day", async () => {
    const winnow = await open();
    expect(await problems(winnow)).toEqual([]);
    now += 3 * HOUR;
    expect(await problems(winnow)).toEqual([]);
    now -= 2 * HOUR + MINUTE;
    expect(await problems(winnow)).toMatchObject([
      { kind: "clock_wrong", title: expect.stringMatching(/ was set back by 2 hours$/u) as string },
    ]);
    now += DAY;
    expect(await problems(winnow)).toEqual([]);
  });

  test("reports a machine whose clock differs from the database's", async () => {
    const winnow = await open();
    const facts: ProcessFacts = { ...SOME_FACTS, clock: { putBack: null, ahead: -5 * MINUTE } };
    const startedAt = new Date(now).toISOString();
    await winnow.workspace.store.health.beat({ id: "a worker", takesJobs: true, startedAt, facts });
    expect(await problems(winnow)).toMatchObject([
      { kind: "clock_wrong", title: "The clock on another is 5 minutes behind the database's" },
    ]);
  });

  test("reports a mailbox whose connection shows no sign of life while listening", async () => {
    const dovecot = await startDovecot();
    onTestFinished(() => dovecot.stop());
    const winnow = await open();
    const mailbox = await newMailbox(dovecot);
    await winnow.ok("POST /api/gmail/config", { body: { ...mailbox.settings, autoSync: true } });
    const watching = startWatchingMailboxes(winnow.workspace);
    onTestFinished(() => watching.stop());
    mailbox.mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
    await expect.poll(async () => (await winnow.ok("GET /api/leads")).length).toBe(1);
    await workingSinceAnHour(winnow);
    expect(await kinds(winnow)).toEqual([]);
    // From now on nothing more is heard of it: its machine is gone without notice.
    const lastSign = now;
    const { processId: id, store } = winnow.workspace;
    await store.health.beat({ id, takesJobs: true, startedAt: new Date(lastSign).toISOString(), facts: SOME_FACTS });
    now += 21 * MINUTE;
    await workingSinceAnHour(winnow);
    expect(await problems(winnow)).toMatchObject([
      { kind: "mailbox_not_listening", since: new Date(lastSign).toISOString() },
    ]);
    mailbox.mail.deliver([{ raw: inquiry({ id: "two@bo.example", name: "Bo Berg", email: "bo@berg.example" }) }]);
    await expect.poll(() => kinds(winnow)).toEqual([]);
  });

  test("reports only a failing mailbox, not also a silent one, when its server dies during IDLE", async () => {
    const dovecot = await startDovecot();
    onTestFinished(() => dovecot.stop());
    const winnow = await open();
    const mailbox = await newMailbox(dovecot);
    await winnow.ok("POST /api/gmail/config", { body: { ...mailbox.settings, autoSync: true } });
    const watching = startWatchingMailboxes(winnow.workspace, 20);
    onTestFinished(() => watching.stop());
    await expect.poll(async () => (await winnow.ok("GET /api/gmail/config")).health.watching).toBe(true);
    await workingSinceAnHour(winnow);
    await dovecot.halt();
    const reported = async () => (await winnow.ok("GET /api/notifications")).items.map(({ kind }) => kind);
    await expect.poll(reported).toEqual(["mailbox_failing"]);
    now += HOUR;
    await workingSinceAnHour(winnow);
    expect(await reported()).toEqual(["mailbox_failing"]);
    await dovecot.resume();
    await tick(winnow.workspace, "mailbox");
    await expect.poll(reported).toEqual([]);
  });

  test("tracks other processes, and treats a silent one as gone", async () => {
    const winnow = await open();
    const { health } = winnow.workspace.store;
    const startedAt = new Date(now - HOUR).toISOString();
    const facts: ProcessFacts = { ...SOME_FACTS, disk: { free: 1e6, total: 1e9 } };
    await health.beat({ id: "another process", takesJobs: true, startedAt, facts });
    expect(await problems(winnow)).toMatchObject([{ title: "The disk on another is almost full" }]);
    await health.leave("another process");
    expect(await problems(winnow)).toEqual([]);
  });

  test("notifies open pages when its findings change", async () => {
    let free = 9e8;
    const winnow = await open({ diskSpace: async () => ({ free, total: 1e9 }) });
    const heard: string[] = [];
    winnow.workspace.feed.onMessage(({ data }) => heard.push(JSON.stringify(data)));
    free = 1e6;
    const heartbeat = startHeartbeat(winnow.workspace);
    await expect.poll(() => heard.some((data) => data.includes('"notifications"'))).toBe(true);
    await heartbeat.stop();
    expect(await winnow.workspace.store.health.processes()).toEqual([]);
  });
});

describe("a killed worker", () => {
  test("is missed by a process that only serves, until another one starts", async () => {
    const databaseUrl = await migratedPostgres();
    const env = { DATABASE_URL: databaseUrl, WINNOW_SECRET_KEY: "what the processes of a database share" };
    const startWorker = () => startServer({ env: { ...env, WINNOW_ROLE: "worker", WINNOW_HEALTH_PORT: "0" } });
    const worker = await startWorker();
    const web = await startServer({ env: { ...env, WINNOW_ROLE: "web" } });
    const found = async (): Promise<string[]> => {
      const status = (await (await fetch(`${web.url}/api/dashboard/status`)).json()) as { problems: HealthProblem[] };
      return status.problems.map(({ kind }) => kind);
    };

    // What a worker serves is its health.
    const address = /http:\S+/u.exec(worker.url)?.[0] ?? "";
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${address}/metrics`)).text()).toContain("winnow_workers 1");
    expect((await fetch(`${address}/api/leads`)).status).toBe(404);
    expect(await found()).toEqual([]);

    await worker.kill();
    const database = new pg.Client(databaseUrl);
    await database.connect();
    // As if minutes passed without a sign of life.
    await database.query("update processes set beat_at = beat_at - 300000 where takes_jobs");
    await database.end();
    expect(await found()).toEqual(["no_worker"]);

    const next = await startWorker();
    await expect.poll(found).toEqual([]);
    expect([await next.stop(), await web.stop()]).toEqual([0, 0]);
  });
});

describe.each(ENGINES)("/readyz on %s", (engine) => {
  test.each([
    [
      "a newer one took away what this one uses",
      "insert into schema_versions values (9999, 'contract-9998-old-column', '', '')",
    ],
    ["a restored one has yet to take a step", "delete from schema_versions"],
  ])("returns 503 when the database has another version: %s", async (_how, statement) => {
    const winnow = await freshWinnow(engine);
    expect((await winnow.app.inject({ url: "/readyz" })).statusCode).toBe(200);
    await changeBehindItsBack(winnow.workspace.store.leadsAddress, statement);
    const answer = await winnow.app.inject({ url: "/readyz" });
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.json()).toMatchObject({
      type: "urn:winnow:problem:not_ready",
      detail: "The database was upgraded after this process started. Restart it.",
    });
    expect((await winnow.app.inject({ url: "/healthz" })).statusCode).toBe(200);
  });
});

describe.each(ENGINES)("a process with an older schema on %s", (engine) => {
  test("says so and continues, since a newer version only adds to the database", async () => {
    const winnow = await freshWinnow(engine);
    const asked = async (url: string) => {
      const answer = await winnow.app.inject({ url });
      return [answer.statusCode, answer.json()] as const;
    };
    expect(await asked("/healthz")).toEqual([200, { status: "ok" }]);
    const { leadsAddress } = winnow.workspace.store;
    const removed = `contract-${SCHEMA_VERSION}-old-column`;
    await changeBehindItsBack(leadsAddress, "insert into schema_versions values (9998, 'more', '', '')");
    await changeBehindItsBack(leadsAddress, `insert into schema_versions values (9999, '${removed}', '', '')`);
    expect(await asked("/readyz")).toEqual([200, { status: "ready", behind: true }]);
    expect(await asked("/healthz")).toEqual([200, { status: "ok", behind: true }]);
  });
});

describe("/readyz", () => {
  test("returns 503 while the process stops", async () => {
    const winnow = await freshWinnow("sqlite");
    expect((await winnow.app.inject({ url: "/readyz" })).statusCode).toBe(200);
    const stopping = { ...winnow.workspace, stopping: AbortSignal.abort() };
    const app = await buildWorkerApp(stopping);
    onTestFinished(() => app.close());
    const answer = await app.inject({ url: "/readyz" });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
      503,
      "application/problem+json; charset=utf-8",
    ]);
    expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:not_ready", detail: "The process is stopping." });
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
  });
});
