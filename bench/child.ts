import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A program of this folder or of the tests, run by the same Node. */
export interface Child {
  /** What it printed up to the line that was waited for. */
  lines: string[];
  stop(): Promise<void>;
}

/**
 * Starts a program, with `env` beside what is set here, and answers when it printed a line that `isReady` takes. Throws
 * when it ends before.
 */
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
  throw new Error(`${file} ended before it was ready.`);
}
