import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A program in this folder or the tests, run by the same Node. */
export interface Child {
  /** Its output up to the awaited line. */
  lines: string[];
  stop(): Promise<void>;
}

/** Starts a program with `env` added, and waits for a line that `isReady` accepts. Throws if it exits before. */
export async function startChild(
  file: string,
  args: readonly string[],
  isReady: (line: string) => boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const ended = once(child, "close");
  process.once("exit", () => child.kill("SIGKILL"));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (isReady(line)) {
      return {
        lines,
        async stop() {
          child.kill("SIGTERM");
          await ended;
        },
      };
    }
  }
  throw new Error(`${file} exited before it was ready.`);
}
