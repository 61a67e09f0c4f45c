import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { median } from "./figure.ts";

const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 2;

export interface Request {
  method: "GET" | "PATCH";
  path: string;
  body?: unknown;
}

export interface Rate {
  perSecond: number;
  /** 99th percentile. */
  p99Milliseconds: number;
}

interface Target {
  url: string;
  requests: readonly Request[];
  /** Concurrent connections, 16 by default. */
  connections?: number;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Loads the servers alternately, so other work on the machine affects both, and returns each one's median. Throws if a
 * request was refused or lost.
 */
export async function rates<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, Rate>> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
  const entries = (Object.entries(targets) as [Name, Target][]).map(
    ([name, { url, requests, connections = CONNECTIONS, headers = {} }]) => {
      const file = join(folder, `${name}.tsv`);
      writeFileSync(file, requests.map(({ method, path, body }) => `${method}\t${path}\t${textOf(body)}\n`).join(""));
      const load = (seconds: number): Promise<Rate> => loadOf(url, { file, headers, connections, seconds });
      return { name, load, rounds: [] as Rate[] };
    },
  );
  try {
    for (const entry of entries) await entry.load(WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const entry of entries) entry.rounds.push(await entry.load(ROUND_SECONDS));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Object.fromEntries(
    entries.map(({ name, rounds }) => [
      name,
      {
        perSecond: median(rounds.map(({ perSecond }) => perSecond)),
        p99Milliseconds: median(rounds.map(({ p99Milliseconds }) => p99Milliseconds)),
      },
    ]),
  ) as Record<Name, Rate>;
}

async function loadOf(
  url: string,
  {
    file,
    headers,
    connections,
    seconds,
  }: Required<Pick<Target, "connections" | "headers">> & {
    file: string;
    seconds: number;
  },
): Promise<Rate> {
  const script = join(import.meta.dirname, "wrk.lua");
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", script, ...sent, url, "--", file];
  const { stdout } = await promisify(execFile)("wrk", args);
  const result = /^RESULT (\d+) (\d+) (\S+) (\d+)$/m.exec(stdout);
  const [requests = 0, microseconds = 0, p99 = 0, errors = 0] = (result ?? []).slice(1).map(Number);
  if (result === null || errors > 0 || requests === 0) throw new Error(`${url} failed ${errors} requests.\n${stdout}`);
  return { perSecond: (requests * 1e6) / microseconds, p99Milliseconds: p99 / 1000 };
}

function textOf(body: unknown): string {
  return body === undefined ? "" : JSON.stringify(body);
}
