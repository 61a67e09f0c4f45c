import { describe, expect, test } from "vitest";
import { z } from "zod";
import { conflict } from "#server/platform/errors.ts";
import type { FeedMessage } from "#server/platform/change-feed.ts";
import { jobHandlers } from "#server/jobs/handlers/job-handlers.ts";
import type { JobQueue } from "#server/jobs/queue/job-queue.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { anImport } from "#test/an-import.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { openQueue } from "#test/job-queues.ts";
import { oneEngine } from "#test/stores.ts";

const JOB = { kind: "scrape", key: "scrape:1", title: "Scrape of Acme", input: { secretOfTheInput: 1 } } as const;

/** The queue of another process with the product's handlers; this process stops taking jobs. */
async function queueOf({ workspace }: TestWinnow): Promise<JobQueue> {
  await workspace.jobs.stop();
  return openQueue(workspace.store);
}

describe.each(oneEngine("sqlite"))("jobs on %s", (engine) => {
  test("people see what failed and why, retry it and dismiss it", async () => {
    const winnow = await freshWinnow(engine);
    let isDown = true;
    const queue = await queueOf(winnow);
    queue.start(
      {
        scrape: {
          input: z.unknown(),
          async run() {
            if (isDown) throw conflict("site_down", "The website does not answer.");
            return { message: "2 leads", result: { secretOfTheResult: 1 } };
          },
        },
      },
      1,
    );
    const { job } = await winnow.workspace.jobs.add({ ...JOB, maxAttempts: 1 });
    await queue.ended(job.id, AbortSignal.timeout(60_000));
    const page = await winnow.ok("GET /api/jobs", { query: { state: "dead" } });
    expect(page.counts.dead).toBe(1);
    expect(page.jobs).toMatchObject([
      { id: job.id, title: JOB.title, message: "The website does not answer.", by: "You" },
    ]);
    expect(JSON.stringify(page)).not.toContain("secretOf");

    isDown = false;
    expect(await winnow.ok("POST /api/jobs/{id}/retry", { id: job.id })).toMatchObject({ id: job.id, attempts: 0 });
    await queue.ended(job.id, AbortSignal.timeout(60_000));
    expect(await winnow.ok("GET /api/jobs/{id}", { id: job.id })).toMatchObject({ state: "done", message: "2 leads" });
    const again = await winnow.call("POST /api/jobs/{id}/retry", { id: job.id });
    expect([again.statusCode, again.json()]).toMatchObject([409, { type: "urn:winnow:problem:job_not_failed" }]);
    expect(await winnow.ok("POST /api/jobs/{id}/cancel", { id: job.id })).toEqual({ canceled: false });
    expect((await winnow.call("POST /api/jobs/{id}/drop", { id: job.id })).statusCode).toBe(204);
    expect((await winnow.call("GET /api/jobs/{id}", { id: job.id })).statusCode).toBe(404);
  });

  test("a killed sync waits for what its lost run still holds, without counting an attempt", async () => {
    const { workspace } = await freshWinnow(engine);
    const { store } = workspace;
    await workspace.jobs.stop();
    const queue = openQueue(store);
    const { job } = await queue.add({ ...jobs.mailbox({ email: "sales@acme.example" }), maxAttempts: 1 });
    await store.jobs.take(["mailbox"], 1, 0);
    await store.leases.acquire("sync:gmail", "the process that was killed", 60_000);
    queue.start(jobHandlers(workspace), 1);
    await expect.poll(() => queue.get(job.id)).toMatchObject({ state: "waiting", attempts: 0, lostRuns: 1 });
    await store.leases.release("sync:gmail", "the process that was killed");
    const ended = await queue.ended(job.id, AbortSignal.timeout(60_000));
    expect(ended).toMatchObject({ attempts: 1, error: { id: "mailbox_not_configured" } });
  });

  test("an unfinished job can't be deleted, and a waiting one can be canceled", async () => {
    const winnow = await freshWinnow(engine);
    const { job } = await winnow.workspace.jobs.add({ ...JOB, notBefore: new Date("2100-01-01T00:00:00.000Z") });
    const refused = await winnow.call("POST /api/jobs/{id}/drop", { id: job.id });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { type: "urn:winnow:problem:job_under_way" }]);
    expect(await winnow.ok("POST /api/jobs/{id}/cancel", { id: job.id })).toEqual({ canceled: true });
    expect(await winnow.ok("GET /api/jobs/{id}", { id: job.id })).toMatchObject({ state: "cancelled" });
  });

  test("a canceled job marks its work as canceled too", async () => {
    const winnow = await freshWinnow(engine);
    const { store, jobs: queue } = winnow.workspace;
    const begun = anImport({ state: "running", startedAt: "2026-05-01T10:00:00.000Z" });
    const [kept, ended] = [await store.imports.create(begun), await store.imports.create(begun)];
    const later = { notBefore: new Date("2100-01-01T00:00:00.000Z") };
    await queue.add({ ...jobs.importFile(kept), ...later });
    const { job } = await queue.add({ ...jobs.importFile(ended), ...later });
    expect(await winnow.ok("POST /api/jobs/{id}/cancel", { id: job.id })).toEqual({ canceled: true });
    expect(await store.imports.get(ended.id)).toMatchObject({ state: "interrupted", message: "Canceled" });
    expect(await store.imports.get(kept.id)).toMatchObject({ state: "running" });
  });

  test("reject an invalid query", async () => {
    const winnow = await freshWinnow(engine);
    const invalid = [{ state: "lost" }, { kind: "nothing" }, { limit: 0 }, { limit: 201 }, { cursor: "x".repeat(201) }];
    for (const query of invalid as Record<string, string | number>[]) {
      expect([query, (await winnow.call("GET /api/jobs", { query })).statusCode]).toEqual([query, 400]);
    }
  });

  test("browsers of every process are notified of job changes and progress", async () => {
    const winnow = await freshWinnow(engine);
    const heard: FeedMessage[] = [];
    winnow.workspace.feed.onMessage((message) => heard.push(message));
    const queue = await queueOf(winnow);
    queue.start(
      {
        scrape: {
          input: z.unknown(),
          async run(_input, context) {
            context.progress({ label: "Pages", done: 3, total: 9 });
            return { message: "Done" };
          },
        },
      },
      1,
    );
    const { job } = await winnow.workspace.jobs.add(JOB);
    const progress = { work: "job", id: job.id, label: "Pages", done: 3, total: 9 };
    await expect
      .poll(() => heard)
      .toContainEqual({ event: "progress", data: { ...progress, finished: false }, by: expect.any(String) });
    await expect
      .poll(() => heard)
      .toContainEqual({ event: "progress", data: { ...progress, finished: true }, by: expect.any(String) });
    await expect.poll(() => heard).toContainEqual({ event: "changed", data: { topics: ["jobs"] } });
  });
});
