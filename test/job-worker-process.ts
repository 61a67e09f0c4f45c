import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { WorkerOptions } from "#test/job-worker.ts";
import { environmentWithoutSettings, NODE_FLAGS } from "#test/server-process.ts";

const ROOT = join(import.meta.dirname, "..");

/** A process that only runs jobs. */
export interface WorkerProcess {
  pid: number | undefined;
  /** Stops it with SIGTERM and returns its exit code, null if a signal ended it. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL, and notes in the diary that its runs are over. */
  kill(): Promise<void>;
}

/** Starts a worker, and returns once it takes jobs. It ends with the running test. */
export async function startWorker(options: WorkerOptions): Promise<WorkerProcess> {
  const worker = spawn(
    join(ROOT, "node_modules/.bin/node"),
    [...NODE_FLAGS, "test/job-worker.ts", JSON.stringify(options)],
    {
      cwd: ROOT,
      env: { ...environmentWithoutSettings(), NODE_COMPILE_CACHE: join(ROOT, ".cache/compiled") },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(() => void worker.kill("SIGKILL"));
  const ended = once(worker, "exit").then(([code]: (number | null)[]) => code ?? null);
  const failed = ended.then(() => Promise.reject(new Error("The worker ended before it was ready.")));
  await Promise.race([once(worker.stdout, "data"), failed]);
  failed.catch(() => {});
  return {
    pid: worker.pid,
    stop() {
      worker.kill("SIGTERM");
      return ended;
    },
    async kill() {
      worker.kill("SIGKILL");
      await ended;
      appendFileSync(options.diary, `killed ${worker.pid}\n`);
    },
  };
}
