import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startServer } from "#test/server-process.ts";
import { startRecorder, type Recorder } from "./recorder.ts";

export interface Scored {
  /** The scorer's output. */
  lines: string[];
  answers: Recorder["answers"];
}

/**
 * Runs a scorer against a server with an empty data folder, so that sets don't affect each other. Throws with the
 * scorer's output if it fails.
 */
export async function runScorer(realSets: string, scorer: string, args: readonly string[]): Promise<Scored> {
  const server = await startServer({ env: { WINNOW_SCRAPE_ALLOW_PRIVATE: "1" } });
  try {
    const recorder = await startRecorder(server.url);
    try {
      const printed = await run("python3", [join(realSets, scorer), "--app", recorder.url, ...args]);
      return { lines: printed.trimEnd().split("\n"), answers: recorder.answers };
    } finally {
      recorder.close();
    }
  } finally {
    await server.stop();
  }
}

/** Runs a program and returns its output. Throws if it fails. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  try {
    const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
    if (child.exitCode !== 0) throw new Error(`${program} ${args.join(" ")} failed.\n${printed}`);
    return printed;
  } finally {
    process.off("exit", killWithUs);
  }
}

/** The first of `count` consecutive free ports, below the range for outgoing connections. */
export async function freePorts(count: number): Promise<number> {
  for (let first = 12_000; first + count < 32_000; first += count) {
    const servers = Array.from({ length: count }, () => createServer());
    try {
      await Promise.all(servers.map((server, index) => once(server.listen(first + index, "127.0.0.1"), "listening")));
      return first;
    } catch {
      // One of them is in use.
    } finally {
      for (const server of servers) server.close();
    }
  }
  throw new Error(`No ${count} consecutive ports are free.`);
}
