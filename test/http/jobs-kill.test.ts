import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { JobQueue, NewJob } from "#server/jobs/queue/job-queue.ts";
import { openStore } from "#server/db/open-store.ts";
import { openQueue } from "#test/job-queues.ts";
import type { WorkerOptions } from "#test/job-worker.ts";
import { startWorker } from "#test/job-worker-process.ts";
import { temporaryDatabase, temporaryFolder } from "#test/stores.ts";
import { rounds } from "#test/thorough.ts";

const TIMEOUT = 240_000;
const KEYS = 12;
const KILLS = rounds(2, 6);
const KILLS_OF_ONE = rounds(1, 3);

describe("killed workers", () => {
  test("three on one PostgreSQL, in turn: every job is done", { timeout: TIMEOUT }, async () => {
    const databaseUrl = await temporaryDatabase();
    const dataDir = await temporaryFolder();
    const diary = join(dataDir, "diary");
    const options: WorkerOptions = { dataDir, databaseUrl, diary, leaseMilliseconds: 4_000, runMilliseconds: 600 };
    const queue = openQueue(await openedUntilTheEnd({ dataDir, databaseUrl }));
    // All at once, even before the jobs table exists.
    const workers = await Promise.all([startWorker(options), startWorker(options), startWorker(options)]);

    let isOver = false;
    const adding = Promise.all(
      Array.from({ length: KEYS }, (_, key) => addOneAfterAnother(queue, `sync:${key}`, () => isOver)),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      const place = kill % workers.length;
      const worker = workers[place];
      await expect.poll(() => readDiary(diary).runners).toContain(String(worker?.pid));
      await worker?.kill();
      workers[place] = await startWorker(options);
    }
    isOver = true;
    const ids = (await adding).flat();
    for (const worker of workers) expect(await worker.stop()).toBe(0);

    expect(new Set(ids).size).toBe(ids.length);
    const { cutOff, finished } = readDiary(diary);
    expect(cutOff).toBeGreaterThan(0);
    for (const id of ids) {
      expect(await queue.get(id)).toMatchObject({ state: "done" });
      expect(finished.get(id)).toBeGreaterThan(0);
    }
    expect(await queue.figures()).toEqual({ waiting: 0, running: 0, retrying: 0, dead: 0, oldestDue: null });
  });

  test("the one on SQLite: resumes at once, however long its lease was", { timeout: TIMEOUT }, async () => {
    const dataDir = await temporaryFolder();
    const diary = join(dataDir, "diary");
    const options: WorkerOptions = { dataDir, diary, leaseMilliseconds: 3_600_000, runMilliseconds: 200 };
    const ids = await onStore(dataDir, (queue) =>
      Promise.all(Array.from({ length: 60 }, async (_, key) => (await queue.add(jobOf(`sync:${key}`, 0))).job.id)),
    );
    for (let kill = 1; kill <= KILLS_OF_ONE; kill += 1) {
      const worker = await startWorker(options);
      await expect.poll(() => readDiary(diary).begun).toBeGreaterThanOrEqual(kill * 8);
      await expect.poll(() => readDiary(diary).runners, { interval: 5 }).not.toEqual([]);
      await worker.kill();
    }
    const worker = await startWorker(options);
    await expect.poll(() => readDiary(diary).finished.size).toBe(ids.length);
    expect(await worker.stop()).toBe(0);

    const { cutOff, overlaps } = readDiary(diary);
    expect(overlaps).toEqual([]);
    expect(cutOff).toBeGreaterThan(0);
    await onStore(dataDir, async (queue) => {
      for (const id of ids) expect(await queue.get(id)).toMatchObject({ id, state: "done" });
    });
  });
});

const jobOf = (key: string, failures: number): NewJob => ({
  kind: "sync",
  key,
  title: "Sync",
  input: { key, failures },
});

/** Adds jobs of one key until stopped, each when the previous one ends, and requests each of them twice. */
async function addOneAfterAnother(queue: JobQueue, key: string, isOver: () => boolean): Promise<string[]> {
  const ids = new Set<string>();
  while (!isOver()) {
    const job = jobOf(key, ids.size % 3 === 0 ? 1 : 0);
    for (const { job: added } of await Promise.all([queue.add(job), queue.add(job)])) {
      ids.add(added.id);
      expect(await queue.ended(added.id, AbortSignal.timeout(TIMEOUT))).toMatchObject({ state: "done" });
    }
  }
  return [...ids];
}

interface Diary {
  begun: number;
  /** The workers in the middle of a run. */
  runners: string[];
  /** Runs that a kill ended. */
  cutOff: number;
  /** How often each job completed a run. */
  finished: Map<string, number>;
  /** Runs that began while another of their key was in progress. */
  overlaps: string[];
}

function readDiary(file: string): Diary {
  const running = new Map<string, string>();
  const diary: Diary = { begun: 0, runners: [], cutOff: 0, finished: new Map(), overlaps: [] };
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  for (const line of lines) {
    const [what, pid = "", key = "", id = ""] = line.split(" ");
    if (what === "begin") {
      if (running.has(key)) diary.overlaps.push(line);
      running.set(key, pid);
      diary.begun += 1;
    } else if (what === "end") {
      running.delete(key);
      diary.finished.set(id, (diary.finished.get(id) ?? 0) + 1);
    } else if (what === "killed") {
      for (const [held, by] of running) {
        if (by !== pid) continue;
        running.delete(held);
        diary.cutOff += 1;
      }
    }
  }
  diary.runners = [...running.values()];
  return diary;
}

async function openedUntilTheEnd(where: Parameters<typeof openStore>[0]) {
  const store = await openStore(where);
  onTestFinished(() => store.close());
  return store;
}

/** Opens the folder that only one process at a time may have open. */
async function onStore<T>(dataDir: string, act: (queue: JobQueue) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir });
  try {
    return await act(openQueue(store));
  } finally {
    await store.close();
  }
}
