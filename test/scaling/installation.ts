import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sampleLead } from "#test/sample-lead.ts";
import { freePorts } from "#test/postgres.ts";
import { environmentWithoutSettings, startServer, type ServerProcess } from "#test/server-process.ts";
import { openStore } from "#server/db/open-store.ts";
import type { ReverseProxy } from "#test/scaling/reverse-proxy.ts";

const ROOT = join(import.meta.dirname, "../..");
export const OWNER = { username: "owner", password: "a long enough password" };
const BATCH = 500;

/** Settings of every process of one installation. */
export type Settings = Readonly<Record<string, string>>;

/** Web processes behind a proxy, and workers. */
export interface Installation {
  readonly webs: readonly ServerProcess[];
  /** Where each worker reports its health. */
  readonly workerUrls: readonly string[];
  stop(): Promise<void>;
}

/** Starts this many of both on one database, of the version whose folder is `root`. */
export async function startInstallation(
  proxy: ReverseProxy,
  settings: Settings,
  { webs, workers, root }: { webs: number; workers: number; root?: string },
): Promise<Installation> {
  const inRoot = root === undefined ? {} : { root };
  const ports = await freePorts(workers);
  const [served, worked] = await Promise.all([
    Promise.all(
      Array.from({ length: webs }, () => startServer({ env: { ...settings, WINNOW_ROLE: "web" }, ...inRoot })),
    ),
    Promise.all(
      ports.map((port) =>
        startServer({
          env: { ...settings, WINNOW_ROLE: "worker", WINNOW_HEALTH_PORT: String(port) },
          ...inRoot,
        }),
      ),
    ),
  ]);
  proxy.setServers(served.map(({ url }) => url));
  return {
    webs: served,
    workerUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    async stop() {
      await Promise.all([...served, ...worked].map((server) => server.stop()));
    },
  };
}

/** Fills an empty database with this many leads and an owner. */
export async function fill(databaseUrl: string | undefined, dataDir: string, leads: number): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl });
  for (let from = 0; from < leads; from += BATCH) {
    const creates = Array.from({ length: Math.min(BATCH, leads - from) }, (_, n) => leadNumber(from + n));
    await store.leads.applyBatch({ creates, updates: [], source: { id: null }, rows: [], journal: [] });
  }
  await store.close();
  await addOwner(databaseUrl, dataDir);
}

function leadNumber(n: number) {
  const email = `person-${n}@company-${n % 997}.example`;
  const name = `Person ${n}`;
  return { ...sampleLead(), id: null, name, email, emailKey: email, phone: "", phoneKey: null, score: n % 100 };
}

/** Adds the owner with the command of the version whose folder is `root`. */
export async function addOwner(databaseUrl: string | undefined, dataDir: string, root = ROOT): Promise<void> {
  const command = spawn(
    join(root, "node_modules/.bin/node"),
    ["src/server/commands/user.ts", "add", OWNER.username, "--role", "owner"],
    {
      cwd: root,
      env: {
        ...environmentWithoutSettings(),
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
        WINNOW_DATA_DIR: dataDir,
      },
      stdio: ["pipe", "ignore", "inherit"],
    },
  );
  command.stdin.end(`${OWNER.password}\n`);
  const [code] = (await once(command, "exit")) as [number | null];
  if (code !== 0) throw new Error("The owner could not be added.");
}

/** Calls a server in someone's session. */
export type Caller = (path: string, init?: { method?: string; body?: unknown }) => Promise<Response>;

export function callerAt(url: string, cookie: string): Caller {
  return (path, { method = "GET", body } = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    });
}

/** Signs in; returns the cookie. */
export async function signIn(url: string): Promise<string> {
  const answer = await callerAt(url, "")("/api/session", { method: "POST", body: OWNER });
  if (!answer.ok) throw new Error(`Nobody could sign in: ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
