import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildServer } from "../scripts/builds.mjs";
import { MALLOC, SERVER_FLAGS } from "../scripts/server.mjs";

const ROOT = join(import.meta.dirname, "..");

/**
 * Figures are taken with the flags of `npm start`. Tests have the memory that these save at a fifth of a start's time.
 */
export const NODE_FLAGS = process.env["VITEST"] === undefined ? SERVER_FLAGS : ["--max-semi-space-size=64"];

let building: Promise<void> | undefined;

/** A program that `npm start` or `npm run` runs. */
export async function bundled(name: string): Promise<string> {
  await (building ??= buildServer());
  return `dist/server/${name}.js`;
}

/** The real server in a separate process. */
export interface ServerProcess {
  /** The URL it printed, without a trailing slash. */
  url: string;
  pid: number;
  dataDir: string;
  /** Everything written so far to stdout and stderr. */
  output(): string;
  /** Calls its API and returns the JSON; a string is sent as a file. Throws the answer's text if it refuses. */
  ask<T = unknown>(method: string, path: string, body?: object | string): Promise<T>;
  /** Stops it with SIGTERM and returns its exit code, null if it was killed. Throws if another signal ended it. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL, like a power cut. */
  kill(): Promise<void>;
}

/**
 * Starts the server on a free port and returns once it printed its URL. It gets `env` instead of the shell's settings.
 * `root` is another version's folder. Without `dataDir` it gets an empty folder that is removed at its end; the caller
 * removes a given one. Throws with the server's output if it ends before it is ready.
 */
export async function startServer(
  options: { env?: Record<string, string>; dataDir?: string; root?: string } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "winnow-test-")));
  const root = options.root ?? ROOT;
  const program = options.root === undefined ? await bundled("main") : "src/server/main.ts";
  const child = spawn(join(root, "node_modules/.bin/node"), [...NODE_FLAGS, program], {
    cwd: root,
    env: {
      ...environmentWithoutSettings(),
      // Like `npm start`. A server that exits cleanly leaves its compile cache to the next ones.
      NODE_COMPILE_CACHE: join(root, ".cache/compiled"),
      ...MALLOC,
      PORT: "0",
      WINNOW_DATA_DIR: dataDir,
      // Tests run as root and in containers, where it doesn't start.
      WINNOW_CHROMIUM_SANDBOX: "off",
      // Tests stay on this machine.
      WINNOW_DNS: "off",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let wasKilled = false;
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);

  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }

  // "close" comes after the last byte of output, "exit" may come before.
  const ended = once(child, "close").then(async () => {
    process.off("exit", killWithUs);
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  });
  const ready = once(createInterface(child.stdout), "line").then(([line]: string[]) => line);
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined || child.pid === undefined) throw new Error(`The server ended before it was ready.\n${output}`);

  return {
    url,
    pid: child.pid,
    dataDir,
    output: () => output,
    async ask<T>(method: string, path: string, body?: object | string) {
      const type = typeof body === "string" ? "application/octet-stream" : "application/json";
      const answer = await fetch(url + path, {
        method,
        ...(body !== undefined && {
          headers: { "content-type": type },
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as T;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      const { signalCode, exitCode } = child;
      if (signalCode !== null && !wasKilled) throw new Error(`The server was ended by ${signalCode}.\n${output}`);
      return exitCode;
    },
    async kill() {
      wasKilled = true;
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** The shell's environment without settings of Winnow or its tests. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  const ours = /^(?:WINNOW_.*|PORT|HOST|DATABASE_URL|NODE_ENV|NODE_OPTIONS|VITEST.*|OTEL_.*)$/u;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
