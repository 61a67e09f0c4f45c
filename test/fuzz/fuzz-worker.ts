import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { seededRandom } from "#server/demo/seeded-random.ts";
import { FUZZ_LIMITS, type FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { mutate } from "#test/fuzz/mutate.ts";
import { targetNamed } from "#test/fuzz/targets.ts";

/** What a thread is asked: the inputs of one target from `from` up to `to`. */
export interface FuzzWork {
  target: string;
  seed: string;
  from: number;
  to: number;
}

/** What the thread says of an input that broke a promise. */
export interface ThreadFinding {
  /** -1 for a seed, which no number makes. */
  index: number;
  problem: string;
  input: Uint8Array;
}

/** What the thread says at the end of its work: CPU time in ms, of the slowest input and the mean of all. */
export interface ThreadResult {
  slowest: number;
  mean: number;
}

export type ThreadMessage = { finding: ThreadFinding } | { result: ThreadResult };

/** After so many findings of a target the rest would tell the same. */
const MOST_FINDINGS = 20;
/** The clock of the CPU also counts what the engine does beside: what is slow by itself is slow each time. */
const TRIES = 3;
const MEGABYTE = 1_048_576;

/** One number that the other thread sees: the input that is being read, -1 while it is a seed. */
const at = workerData as Int32Array;

function tell(message: ThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message);
}

/** Milliseconds of CPU time that reading the input takes this thread. */
async function timed(target: FuzzTarget, input: Buffer): Promise<number> {
  const before = process.threadCpuUsage();
  await target.run(input);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** What an input took, in ms of CPU time, and why that or what came of it breaks a promise; null when nothing does. */
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
  /** Answers whether the promises hold for it. */
  const read = async (index: number, input: Buffer): Promise<boolean> => {
    Atomics.store(at, 0, index);
    const { took, problem } = await tried(target, input);
    result.slowest = Math.max(result.slowest, took);
    result.mean += took / inputs;
    if (problem !== null) tell({ finding: { index, problem, input } });
    return problem === null;
  };
  let left = MOST_FINDINGS;
  // What is well-formed has to hold too; and the code is warm when the mutated inputs come.
  if (from === 0) for (const input of source.seeds) if (!(await read(-1, input))) left -= 1;
  for (let index = from; index < to && left > 0; index += 1) {
    if (!(await read(index, mutate(seededRandom(`${name} ${seed} ${index}`), source)))) left -= 1;
  }
  await target.close?.();
  return result;
}

parentPort?.on("message", (asked: FuzzWork) => void work(asked).then((result) => tell({ result })));
