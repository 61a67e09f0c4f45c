import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { z } from "zod";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { createJobQueue } from "#server/jobs/queue/create-job-queue.ts";
import type { JobHandler } from "#server/jobs/queue/job-queue.ts";
import { openStore } from "#server/db/open-store.ts";

/** A worker's settings: where the jobs are, and the diary in which all workers note the start and end of runs. */
export const WorkerOptions = z.object({
  dataDir: z.string(),
  databaseUrl: z.string().optional(),
  poolerUrl: z.string().optional(),
  diary: z.string(),
  leaseMilliseconds: z.number(),
  runMilliseconds: z.number(),
});
export type WorkerOptions = z.infer<typeof WorkerOptions>;

const CONCURRENCY = 3;

const options = WorkerOptions.parse(JSON.parse(process.argv[2] ?? ""));
const { diary, leaseMilliseconds, runMilliseconds } = options;
const log = pino({ level: "silent" });
const store = await openStore(options);
const feed = createChangeFeed(store, log);
const jobs = createJobQueue({ jobs: store.jobs, feed, log, leaseMilliseconds, retryDelay: () => 0 });

const sync: JobHandler<{ key: string; failures: number }> = {
  input: z.object({ key: z.string(), failures: z.number() }),
  async run({ key, failures }, { id, attempt }) {
    appendFileSync(diary, `begin ${process.pid} ${key} ${id}\n`);
    await delay(runMilliseconds * Math.random());
    // A line is written at once, so a kill comes before or after it.
    appendFileSync(diary, `end ${process.pid} ${key} ${id}\n`);
    if (attempt <= failures) throw new Error("As asked for");
    return { message: "Done" };
  },
};
jobs.start({ sync }, CONCURRENCY);
process.on("SIGTERM", () => {
  void jobs
    .stop()
    .then(() => store.close())
    .then(() => process.exit(0));
});
process.stdout.write("ready\n");
