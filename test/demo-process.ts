import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { environmentWithoutSettings } from "#test/server-process.ts";

const ROOT = join(import.meta.dirname, "..");

/** `npm run demo` as people start it. */
export interface DemoProcess {
  /** The address it printed, without a slash at the end. */
  url: string;
  /** Where the mail of the sample team arrives, a file each. */
  mailFolder: string;
  /** Asks it to finish (SIGTERM) and answers its exit code, null if a signal ended it. */
  stop(): Promise<number | null>;
}

/** Starts the demo on a free port and answers once it printed its address. Throws with what it wrote if it ends before. */
export async function startDemo(): Promise<DemoProcess> {
  const child = spawn(join(ROOT, "node_modules/.bin/node"), ["scripts/start.mjs", "--demo"], {
    cwd: ROOT,
    env: { ...environmentWithoutSettings(), PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // It has programs of its own to end.
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
  if (url === undefined || mailFolder === undefined) throw new Error(`The demo ended before it was ready.\n${output}`);
  return {
    url,
    mailFolder,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
