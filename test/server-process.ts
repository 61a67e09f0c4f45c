import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SERVER_FLAGS } from "../scripts/server.mjs";

const ROOT = join(import.meta.dirname, "..");

/** The real server in a process of its own. */
export interface ServerProcess {
  /** The address it printed, without a slash at the end. */
  url: string;
  pid: number;
  dataDir: string;
  /** Everything written so far to stdout and stderr. */
  output(): string;
  /** Asks it to finish (SIGTERM) and answers its exit code, null if a signal ended it. */
  stop(): Promise<number | null>;
  /** Ends it at once (SIGKILL), as a power cut would. */
  kill(): Promise<void>;
}

/**
 * Starts the server on a free port and answers once it printed its address. Settings of the shell do not reach it, only
 * `env` does. Without `dataDir` it gets an empty folder, removed when it ends; a given folder is the caller's to remove.
 * Throws with everything the server wrote if it ends before it is ready.
 */
export async function startServer(
  options: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "winnow-test-")));
  const child = spawn(join(ROOT, "node_modules/.bin/node"), [...SERVER_FLAGS, "src/server/main.ts"], {
    cwd: ROOT,
    env: {
      ...environmentWithoutSettings(),
      // As `npm start` does it. A server that was ever asked to finish leaves its compiled sources to the next ones.
      NODE_COMPILE_CACHE: join(ROOT, ".cache/compiled"),
      PORT: "0",
      WINNOW_DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);

  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }

  // "close" comes after the last byte of output, "exit" may come before.
  const ended = once(child, "close").then(async ([code]: (number | null)[]) => {
    process.off("exit", killWithUs);
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    return code ?? null;
  });
  const ready = once(createInterface(child.stdout), "line").then(([line]: string[]) => line);
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined || child.pid === undefined) throw new Error(`The server ended before it was ready.\n${output}`);

  return {
    url,
    pid: child.pid,
    dataDir,
    output: () => output,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** The environment of the shell without what configures Winnow or its tests. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  const ours = /^(?:WINNOW_.*|PORT|HOST|DATABASE_URL|NODE_ENV|NODE_OPTIONS|VITEST.*|OTEL_.*)$/u;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
