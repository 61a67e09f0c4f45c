import { Worker } from "node:worker_threads";
import { seededRandom } from "#test/seeded-random.ts";
import { messageOf } from "#server/platform/errors.ts";
import { FUZZ_LIMITS } from "#test/fuzz/fuzz-target.ts";
import type { FuzzWork, ThreadFinding, ThreadMessage, ThreadResult } from "#test/fuzz/fuzz-worker.ts";
import { mutate } from "#test/fuzz/mutate.ts";
import { targetNamed } from "#test/fuzz/targets.ts";

/** An input that broke a promise, and how to recreate it. */
export interface Finding extends ThreadFinding {
  target: string;
  seed: string;
}

/** The result of one target; times in ms of CPU time. */
export interface FuzzResult extends ThreadResult {
  target: string;
  inputs: number;
  findings: Finding[];
}

export interface FuzzPlan {
  targets: readonly string[];
  /** Equal seeds make equal inputs. */
  seed: string;
  /** Which inputs of each target: from `from` up to `to`. */
  from: number;
  to: number;
  /** The number of concurrent threads. */
  threads: number;
  onResult?: (result: FuzzResult) => void;
}

/** An input that takes this long never ends. */
const ENDLESS_MILLISECONDS = 60_000;
const LOOK_MILLISECONDS = 1_000;

/** Runs mutated inputs through the targets, in sequence within each thread. Returns the findings. */
export async function fuzz({ targets, seed, from, to, threads, onResult }: FuzzPlan): Promise<FuzzResult[]> {
  const waiting = [...targets];
  const results: FuzzResult[] = [];
  const lane = async (): Promise<void> => {
    const thread = new FuzzThread();
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const result = await fuzzTarget(thread, { target, seed, from, to });
      results.push(result);
      onResult?.(result);
    }
    await thread.close();
  };
  await Promise.all(Array.from({ length: threads }, lane));
  return results;
}

/** All inputs of a target; when one kills its thread, another thread continues after it. */
async function fuzzTarget(thread: FuzzThread, { target, seed, from, to }: FuzzWork): Promise<FuzzResult> {
  const whole: FuzzResult = { target, inputs: to - from, slowest: 0, mean: 0, findings: [] };
  for (let start = from; start < to;) {
    const { findings, result, end } = await thread.run({ target, seed, from: start, to });
    whole.findings.push(...findings.map((finding) => ({ ...finding, target, seed })));
    if (result !== null) {
      const { slowest, mean } = result;
      return { ...whole, slowest, mean };
    }
    const { index, problem } = end;
    whole.findings.push({ target, seed, index, problem, input: inputAt(target, seed, index) });
    start = Math.max(start, index) + 1;
  }
  return whole;
}

/** The input with this number; null for -1, which may be any of the seeds. */
function inputAt(name: string, seed: string, index: number): Buffer {
  const target = targetNamed(name);
  if (index < 0) return Buffer.alloc(0);
  const source = { seeds: target.seeds(), dictionary: target.dictionary, longest: target.longest };
  return mutate(seededRandom(`${name} ${seed} ${index}`), source);
}

interface ThreadRun {
  findings: ThreadFinding[];
  /** Null when the thread didn't finish. */
  result: ThreadResult | null;
  /** Where the thread ended, and why. */
  end: { index: number; problem: string };
}

/** A thread that reads inputs, replaced when one kills it. */
class FuzzThread {
  readonly #at = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | null = null;

  async run(work: FuzzWork): Promise<ThreadRun> {
    const worker = (this.#worker ??= new Worker(new URL("fuzz-worker.ts", import.meta.url), {
      workerData: this.#at,
      resourceLimits: { maxOldGenerationSizeMb: FUZZ_LIMITS.heapMegabytes },
    }));
    const run: ThreadRun = { findings: [], result: null, end: { index: -1, problem: "Its thread ended." } };
    const look = this.#watch(worker, run);
    const fail = (error: unknown): string => (run.end.problem = messageOf(error));
    worker.on("error", fail);
    await new Promise<void>((resolve) => {
      const listen = (message: ThreadMessage): void => {
        if ("finding" in message) return void run.findings.push(message.finding);
        run.result = message.result;
        worker.off("message", listen);
        worker.off("exit", resolve);
        resolve();
      };
      worker.on("message", listen);
      worker.once("exit", resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(work);
    });
    worker.off("error", fail);
    clearInterval(look);
    if (run.result === null) {
      run.end.index = Atomics.load(this.#at, 0);
      this.#worker = null;
    }
    return run;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Ends a thread that hangs on one input. */
  #watch(worker: Worker, run: ThreadRun): NodeJS.Timeout {
    let seen = { index: Number.NaN, since: 0 };
    return setInterval(() => {
      const index = Atomics.load(this.#at, 0);
      if (index !== seen.index) seen = { index, since: performance.now() };
      else if (performance.now() - seen.since > ENDLESS_MILLISECONDS) {
        run.end.problem = `It is not read to its end within ${ENDLESS_MILLISECONDS / 1_000} s.`;
        void worker.terminate();
      }
    }, LOOK_MILLISECONDS);
  }
}
