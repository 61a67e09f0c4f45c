import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { seededRandom } from "#test/seeded-random.ts";
import { FUZZ_LIMITS, type FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { mutate } from "#test/fuzz/mutate.ts";
import { targetNamed } from "#test/fuzz/targets.ts";

/** A thread's task: the inputs of one target from `from` up to `to`. */
export interface FuzzWork {
  target: string;
  seed: string;
  from: number;
  to: number;
}

/** The thread's report of an input that broke a promise. */
export interface ThreadFinding {
  /** -1 for a seed, which has no number. */
  index: number;
  problem: string;
  input: Uint8Array;
}

/** The thread's final report: CPU time in ms, of the slowest input and the mean of all. */
export interface ThreadResult {
  slowest: number;
  mean: number;
}

export type ThreadMessage = { finding: ThreadFinding } | { result: ThreadResult };

/** After this many findings of a target, more would repeat them. */
const MOST_FINDINGS = 20;
/** The CPU clock includes the engine's own work, so only an input that is slow every time counts. */
const TRIES = 3;
const MEGABYTE = 1_048_576;

/** One number shared with the other thread: the input being read, -1 for a seed. */
const at = workerData as Int32Array;

function tell(message: ThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message);
}

/** Milliseconds of CPU time that reading the input takes in this thread. */
async function timed(target: FuzzTarget, input: Buffer): Promise<number> {
  const before = process.threadCpuUsage();
  await target.run(input);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The CPU time of an input in ms, and why that or its result breaks a promise; null if nothing does. */
async function tried(target: FuzzTarget, input: Buffer): Promise<{ took: number; problem: string | null }> {
  let took = 0;
  try {
    took = await timed(target, input);
    for (let again = 1; again < TRIES && took > FUZZ_LIMITS.cpuMilliseconds; again += 1) {
      took = Math.min(took, await timed(target, input));
    }
  } catch (error) {
    return { took, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  if (took > FUZZ_LIMITS.cpuMilliseconds) return { took, problem: `It takes ${Math.round(took)} ms of CPU time.` };
  const external = getHeapStatistics().external_memory / MEGABYTE;
  const isLarge = external > FUZZ_LIMITS.externalMegabytes;
  return { took, problem: isLarge ? `It leaves ${Math.round(external)} MB outside of the heap.` : null };
}

async function work({ target: name, seed, from, to }: FuzzWork): Promise<ThreadResult> {
  const target = targetNamed(name);
  const source = { seeds: target.seeds(), dictionary: target.dictionary, longest: target.longest };
  const result: ThreadResult = { slowest: 0, mean: 0 };
  const inputs = to - from;
  /** Returns whether the promises hold for it. */
  const read = async (index: number, input: Buffer): Promise<boolean> => {
    Atomics.store(at, 0, index);
    const { took, problem } = await tried(target, input);
    result.slowest = Math.max(result.slowest, took);
    result.mean += took / inputs;
    if (problem !== null) tell({ finding: { index, problem, input } });
    return problem === null;
  };
  let left = MOST_FINDINGS;
  // Valid inputs must pass too, and they warm up the code for the mutated ones.
  if (from === 0) for (const input of source.seeds) if (!(await read(-1, input))) left -= 1;
  for (let index = from; index < to && left > 0; index += 1) {
    if (!(await read(index, mutate(seededRandom(`${name} ${seed} ${index}`), source)))) left -= 1;
  }
  await target.close?.();
  return result;
}

parentPort?.on("message", (asked: FuzzWork) => void work(asked).then((result) => tell({ result })));
