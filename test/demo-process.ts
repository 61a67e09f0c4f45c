import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { environmentWithoutSettings } from "#test/server-process.ts";

const ROOT = join(import.meta.dirname, "..");

/** `npm run demo` as people start it. */
export interface DemoProcess {
  /** The URL it printed, without a trailing slash. */
  url: string;
  /** What it printed for signing in as the owner. */
  signIn: { username: string; password: string };
  /** Where the sample team's mail arrives, one file each. */
  mailFolder: string;
  /** Stops it with SIGTERM and returns its exit code, null if a signal ended it. */
  stop(): Promise<number | null>;
}

/** Starts the demo on a free port and returns once it printed its URL. Throws with its output if it ends before. */
export async function startDemo(): Promise<DemoProcess> {
  const child = spawn(join(ROOT, "node_modules/.bin/node"), ["scripts/start.mjs", "--demo"], {
    cwd: ROOT,
    env: { ...environmentWithoutSettings(), PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // It has child processes to stop.
  const endWithUs = (): boolean => child.kill("SIGTERM");
  process.once("exit", endWithUs);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const ended = once(child, "close").then(([code]: (number | null)[]) => {
    process.off("exit", endWithUs);
    return code ?? null;
  });
  const ready = once(createInterface(child.stdout), "line").then(([line]: string[]) => line);
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  const mailFolder = /arrives in (.+)/u.exec(output)?.[1];
  const [, username, password] = /Sign in as (\S+) with the password (\S+)/u.exec(output) ?? [];
  if (url === undefined || mailFolder === undefined || username === undefined || password === undefined)
    throw new Error(`The demo ended before it was ready.\n${output}`);
  return {
    url,
    mailFolder,
    signIn: { username, password },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
