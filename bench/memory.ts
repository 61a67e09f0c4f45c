import { readFileSync } from "node:fs";

const WATCH_MILLISECONDS = 50;

/** The memory a process has in RAM (VmRSS, proc(5)), in MB of a million bytes. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kilobytes === undefined) throw new Error(`Process ${pid} says nothing about its memory.`);
  return (Number(kilobytes) * 1024) / 1e6;
}

/** The most memory a process has in RAM while the work goes on, above what it had before. */
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
