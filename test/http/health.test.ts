import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { HealthProblem, ProcessFacts } from "#shared/contract/health.ts";
import { buildWorkerApp } from "#server/api/app.ts";
import { HopelessJob } from "#server/queue/job-queue.ts";
import { startHeartbeat } from "#server/workflows/health/heartbeat.ts";
import { startWatchingMailboxes } from "#server/workflows/mail/watch-mailboxes.ts";
import { changeBehindItsBack } from "#test/another-program.ts";
import { freshWinnow, type TestWinnow, type WinnowOptions } from "#test/harness.ts";
import { tick } from "#test/jobs.ts";
import { API_KEY } from "#test/http/endpoint-examples.ts";
import { inquiry, newMailbox } from "#test/http/mailbox-under-test.ts";
import { startDovecot } from "#test/peers/dovecot/dovecot-peer.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { startServer } from "#test/server-process.ts";
import { ENGINES, migratedPostgres } from "#test/stores.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
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

describe.each(ENGINES)("the watchdog on %s", (engine) => {
  const open = (options: WinnowOptions = {}): Promise<TestWinnow> =>
    freshWinnow(engine, { clock: () => new Date(now), ...options });

  /** As if another process were at work since an hour ago. */
  async function workingSinceAnHour({ workspace }: TestWinnow): Promise<void> {
    const startedAt = new Date(now - HOUR).toISOString();
    await workspace.store.health.beat({ id: "a worker", takesJobs: true, startedAt, facts: SOME_FACTS });
  }

  test("finds nothing in a new product", async () => {
    const winnow = await open();
    await workingSinceAnHour(winnow);
    expect(await problems(winnow)).toEqual([]);
  });

  test("tells of a disk that is nearly full, once, until there is room again", async () => {
    let free = 1e6;
    const winnow = await open({ diskSpace: async () => ({ free, total: 1e9 }) });
    const [first] = await problems(winnow);
    expect(first).toMatchObject({
      kind: "disk_nearly_full",
      message: expect.stringContaining("1 MB of 1,000 MB are free") as string,
      since: new Date(now).toISOString(),
    });
    const [told] = (await winnow.ok("GET /api/notifications")).items;
    expect(told).toMatchObject({ kind: "health", title: first?.title, isRead: false });
    await winnow.ok("POST /api/notifications/read", { body: { ids: [told?.id ?? ""] } });
    now += HOUR;
    expect((await winnow.ok("GET /api/notifications")).items).toMatchObject([{ id: told?.id, isRead: true }]);
    free = 9e8;
    expect(await problems(winnow)).toEqual([]);
    expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
    free = 1e6;
    expect(await kinds(winnow)).toEqual(["disk_nearly_full"]);
    const [again] = (await winnow.ok("GET /api/notifications")).items;
    expect(again).toMatchObject({ isRead: false, at: new Date(now).toISOString() });
  });

  test("tells of a sheet that brings nothing for longer than usual, and is read without error", async () => {
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
        title: "Fair has brought nothing for 2 days",
        message: expect.stringContaining("usually brings something at least every 2 days") as string,
        since: lastBrought,
      },
    ]);
    await readSheetOf(12);
    expect(await problems(winnow)).toEqual([]);
    // Nor does it need to be told whom it does not concern.
    now += 3 * DAY - MINUTE;
    await readSheetOf(12);
    await winnow.ok("PUT /api/settings", { body: { notifySourceFailures: false } });
    expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
  });

  test("tells of a source that nobody reads any more", async () => {
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
    // It was not there to read it.
    expect(await kinds(winnow)).toEqual([]);
    await workingSinceAnHour(winnow);
    expect(await problems(winnow)).toMatchObject([
      { kind: "source_overdue", title: "Fair has not been read for 3 hours", since: lastRead },
    ]);
    await winnow.ok("PATCH /api/data-sources/{id}", { id, body: { isActive: false } });
    expect(await problems(winnow)).toEqual([]);
  });

  test("tells of work that waits though somebody is there to do it", async () => {
    const winnow = await open();
    await workingSinceAnHour(winnow);
    const { store } = winnow.workspace;
    const asked = { title: "", input: {}, maxAttempts: 1, by: "T", requestId: null, traceparent: null };
    // Those that are there take nothing, as where they have stopped without a word.
    await winnow.workspace.jobs.stop();
    const { job } = await store.jobs.add({
      ...asked,
      kind: "backup",
      key: "a",
      notBefore: new Date(now - 11 * MINUTE),
    });
    expect(await problems(winnow)).toMatchObject([
      { kind: "queue_stalled", title: "Work has been waiting for 11 minutes" },
    ]);
    await store.jobs.cancel(job.id);
    expect(await problems(winnow)).toEqual([]);
  });

  test("tells of a job that died, until a person has dropped it", async () => {
    const winnow = await open();
    const { jobs, store } = winnow.workspace;
    // The test itself takes the job.
    await jobs.stop();
    const asked = { title: "Backup", input: {}, maxAttempts: 1, by: "T", requestId: null, traceparent: null };
    const { job } = await store.jobs.add({ ...asked, kind: "backup", key: "b", notBefore: null });
    const [run] = await store.jobs.take(["backup"], 1, MINUTE);
    const error = { id: "hopeless", status: 500, message: new HopelessJob("The disk is gone.").message };
    await store.jobs.end(run!, { state: "failed", error, retryAfter: null });
    expect(await problems(winnow)).toMatchObject([
      { kind: "jobs_dead", title: "Backup has failed for good", message: expect.stringContaining("The disk is gone.") },
    ]);
    // Told once where it is the nightly run.
    const night = (await store.schedules.begin("backup", "tonight", new Date(now).toISOString())) ?? "";
    await store.schedules.assign(night, job.id);
    expect(await problems(winnow)).toMatchObject([{ kind: "jobs_dead" }]);
    await store.health.beat({
      id: "a worker",
      takesJobs: true,
      startedAt: new Date(now - HOUR).toISOString(),
      facts: SOME_FACTS,
    });
    const told = await problems(winnow);
    expect(told).toMatchObject([{ kind: "backup_missing", message: expect.stringContaining("The disk is gone.") }]);
    // That it failed is noted at the clock's next look.
    const { message, since: finishedAt } = told[0] ?? { message: "", since: "" };
    await store.schedules.finish(night, { outcome: "failed", message, finishedAt });
    expect(await problems(winnow)).toEqual(told);
    expect(await jobs.drop(job.id)).toBe(true);
    await store.schedules.withdraw(night);
    expect(await problems(winnow)).toEqual([]);
  });

  test("tells of backups that do not come, counted from the last that did, whatever became of others since", async () => {
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
        title: "There has been no backup for 2 days",
        message: expect.stringContaining("Run one by hand") as string,
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

  test("tells for a day of a clock that was put back", async () => {
    const winnow = await open();
    expect(await problems(winnow)).toEqual([]);
    now += 3 * HOUR;
    expect(await problems(winnow)).toEqual([]);
    now -= 2 * HOUR + MINUTE;
    expect(await problems(winnow)).toMatchObject([
      { kind: "clock_wrong", title: expect.stringMatching(/ was put back by 2 hours$/u) as string },
    ]);
    now += DAY;
    expect(await problems(winnow)).toEqual([]);
  });

  test("tells of a machine whose clock differs from the database's", async () => {
    const winnow = await open();
    const facts: ProcessFacts = { ...SOME_FACTS, clock: { putBack: null, ahead: -5 * MINUTE } };
    const startedAt = new Date(now).toISOString();
    await winnow.workspace.store.health.beat({ id: "a worker", takesJobs: true, startedAt, facts });
    expect(await problems(winnow)).toMatchObject([
      { kind: "clock_wrong", title: "The clock of another is 5 minutes behind the database's" },
    ]);
  });

  test("tells of a mailbox whose connection shows no sign of life while it is listened to", async () => {
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
    // From now on nothing more is heard of it: its machine is gone without a word.
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

  test("tells that a mailbox fails, and not also that it is deaf, when its server was killed under IDLE", async () => {
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
    const told = async () => (await winnow.ok("GET /api/notifications")).items.map(({ kind }) => kind);
    await expect.poll(told).toEqual(["mailbox_failing"]);
    now += HOUR;
    await workingSinceAnHour(winnow);
    expect(await told()).toEqual(["mailbox_failing"]);
    await dovecot.resume();
    await tick(winnow.workspace, "mailbox");
    await expect.poll(told).toEqual([]);
  });

  test("hears of other processes, and takes one that falls silent for gone", async () => {
    const winnow = await open();
    const { health } = winnow.workspace.store;
    const startedAt = new Date(now - HOUR).toISOString();
    const facts: ProcessFacts = { ...SOME_FACTS, disk: { free: 1e6, total: 1e9 } };
    await health.beat({ id: "another process", takesJobs: true, startedAt, facts });
    expect(await problems(winnow)).toMatchObject([{ title: "The disk of another is nearly full" }]);
    await health.leave("another process");
    expect(await problems(winnow)).toEqual([]);
  });

  test("tells open pages when it finds something else than before", async () => {
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

describe("a worker that was killed", () => {
  test("is missed by a process that only serves, until there is another", async () => {
    const databaseUrl = await migratedPostgres();
    const env = { DATABASE_URL: databaseUrl, WINNOW_SECRET_KEY: "what the processes of a database share" };
    const startWorker = () => startServer({ env: { ...env, WINNOW_ROLE: "worker", WINNOW_HEALTH_PORT: "0" } });
    const worker = await startWorker();
    const web = await startServer({ env: { ...env, WINNOW_ROLE: "web" } });
    const found = async (): Promise<string[]> => {
      const status = (await (await fetch(`${web.url}/api/dashboard/status`)).json()) as { problems: HealthProblem[] };
      return status.problems.map(({ kind }) => kind);
    };

    // What a worker serves is how it is.
    const address = /http:\S+/u.exec(worker.url)?.[0] ?? "";
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${address}/metrics`)).text()).toContain("winnow_workers 1");
    expect((await fetch(`${address}/api/leads`)).status).toBe(404);
    expect(await found()).toEqual([]);

    await worker.kill();
    const database = new pg.Client(databaseUrl);
    await database.connect();
    // As the minutes would in which it gives no sign of life.
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
    ["a newer one took a step that this one does not know", "insert into schema_versions values (9999, 'new', '', '')"],
    ["a restored one has yet to take a step", "delete from schema_versions where version = 1"],
  ])("says 503 when the database is another version's: %s", async (_how, statement) => {
    const winnow = await freshWinnow(engine);
    expect((await winnow.app.inject({ url: "/readyz" })).statusCode).toBe(200);
    await changeBehindItsBack(winnow.workspace.store.leadsAddress, statement);
    const answer = await winnow.app.inject({ url: "/readyz" });
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.json()).toMatchObject({
      type: "urn:winnow:problem:not_ready",
      detail: "The database was brought to another version since this process started. Restart it.",
    });
    expect((await winnow.app.inject({ url: "/healthz" })).statusCode).toBe(200);
  });
});

describe("/readyz", () => {
  test("says 503 while the process stops", async () => {
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
