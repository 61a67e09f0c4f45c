import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);

const FIRST_WITH_STRATEGIES = 150_000;

/** A PostgreSQL cluster for tests. */
export interface TestPostgres {
  url(database: string): string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Ends it at once, like a crash. */
  halt(): Promise<void>;
  /** Kills its main process with SIGKILL, and waits until the others are gone, too. */
  kill(): Promise<void>;
  /** Starts it again after `halt` or `kill`, on the same port with the same data. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a temporary PostgreSQL on a free port of 127.0.0.1, in a folder that `stop` removes. Throws a one-line Error
 * when PostgreSQL isn't installed. PostgreSQL refuses to run as root, so then the user postgres runs it. Unless it is
 * to be `durable`, nothing waits for the disk, since test data may be lost.
 */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const programs = findPrograms();
  const account = await accountToRunAs();
  const folder = await mkdtemp(join(tmpdir(), "winnow-postgres-"));
  if (account !== null) await chown(folder, account.uid, account.gid);
  const as = { cwd: folder, ...account };
  await run(join(programs, "initdb"), ["-D", join(folder, "data"), "-A", "trust", "-U", "postgres", "-E", "UTF8"], as);
  const port = await freePort();
  // Each test leaves a database behind; vacuuming them all would cost more CPU than the tests.
  const hasty = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" };
  const options = { listen_addresses: "127.0.0.1", ...(durable ? {} : hasty) };
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(
      join(programs, "postgres"),
      ["-D", join(folder, "data"), "-p", String(port), "-k", folder].concat(
        Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ),
      { ...as, stdio: ["ignore", "ignore", "pipe"] },
    );
    await readiness(server);
    return server;
  };
  const url = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let server = await start();
  return {
    url,
    createDatabase: () => createDatabase(url),
    halt: () => end(server),
    async kill() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
      await orphansEnded(join(folder, "data"));
    },
    async resume() {
      server = await start();
    },
    async stop() {
      await end(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Databases of a cluster that are dropped together. */
export interface Databases {
  /** Creates one, empty or a copy of `template`, and returns its URL. */
  create(template?: string): Promise<string>;
  /** Drops them all, even with open connections. */
  drop(): Promise<void>;
}

/** All over one connection: PostgreSQL starts a process for each. */
export function connectDatabases(url: (database: string) => string): Databases {
  const admin = new pg.Client(url("postgres"));
  const connected = admin.connect();
  const names: string[] = [];
  return {
    async create(template) {
      await connected;
      const name = await create(admin, template);
      names.push(name);
      return url(name);
    },
    async drop() {
      await connected;
      for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Creates an empty database in the cluster and returns its URL. */
export async function createDatabase(url: (database: string) => string): Promise<string> {
  return url(await withClient(url("postgres"), create));
}

/** Creates a database, empty or a copy of `template`, and returns its name. */
async function create(admin: pg.Client, template = "template1"): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const { rows } = await admin.query<{ server_version_num: string }>("show server_version_num");
  // The default since version 15 copies page by page through the log, which takes twice as long.
  const strategy = Number(rows[0]?.server_version_num) < FIRST_WITH_STRATEGIES ? "" : "strategy file_copy";
  await admin.query(`create database ${name} template ${template} ${strategy}`);
  return name;
}

/** Ends sessions of killed processes in a Winnow database, which would otherwise end after ten seconds. */
export async function endLeases(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query("update leases set expires_at = 0"));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The folder of the newest installed PostgreSQL. Throws a one-line Error without one. */
export function findPrograms(): string {
  const newestFirst = globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) =>
    b.localeCompare(a, undefined, { numeric: true }),
  );
  const folders = [...newestFirst, ...(process.env["PATH"] ?? "").split(delimiter)];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
  if (found === undefined) {
    throw new Error(
      "The tests need PostgreSQL: install it (on Debian: apt-get install postgresql), or put initdb on the PATH.",
    );
  }
  return found;
}

/** The user that runs it when we are root, which PostgreSQL refuses; null otherwise. */
export async function accountToRunAs(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (flag) => Number((await run("id", [flag, "postgres"])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error("The user postgres is missing.");
  return { uid, gid };
}

/** Different ports that nothing listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Resolves when the server accepts connections; rejects with its output if it ends before. */
async function readiness(server: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("database system is ready to accept connections")) resolve();
    });
    server.on("error", reject);
    server.on("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
}

/**
 * Backends notice the loss of their main process only when they wait for it next, and until then their shared memory
 * keeps another server from starting. The lock file names that memory.
 */
async function orphansEnded(data: string): Promise<void> {
  const [, , , , , , memory = ""] = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
  const id = memory.trim().split(/\s+/u)[1] ?? "";
  for (;;) {
    const { stdout } = await run("ipcs", ["-m", "-i", id]).catch(() => ({ stdout: "" }));
    if (!/nattch=[1-9]/u.test(stdout)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  // Immediate shutdown: PostgreSQL waits for no one.
  server.kill("SIGQUIT");
  await ended;
}
