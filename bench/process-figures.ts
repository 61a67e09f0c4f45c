import { readFileSync } from "node:fs";

const WATCH_MILLISECONDS = 50;

/** A process's resident memory (VmRSS, proc(5)) in MB of a million bytes. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kilobytes === undefined) throw new Error(`Process ${pid} reports no memory.`);
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Clock ticks per second (sysconf(_SC_CLK_TCK)), the same on every Linux that Node runs on. */
const TICKS = 100;

/** A process's CPU time including all threads, in seconds (utime and stime, proc(5)). */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** How much a process's peak memory grows while the work runs. */
export async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentMegabytes(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), WATCH_MILLISECONDS);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return most - before;
}
