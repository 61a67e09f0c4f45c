import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { accountToRunAs, findPrograms, freePort } from "#test/postgres.ts";

const run = promisify(execFile);
const DATABASE = "winnow";

/** A PostgreSQL server that waits for the disk, as in production. */
export interface DatabaseServer {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  /** As `pg_ctl stop -m`, or with SIGKILL to its main process. */
  stop(how: "fast" | "immediate" | "kill"): Promise<void>;
}

/** A primary, and a standby that streams from it. */
export interface DatabasePair {
  readonly primary: DatabaseServer;
  readonly standby: DatabaseServer;
  /** Both, in libpq's notation; a client has to find out which one accepts writes. */
  readonly url: string;
  /** Makes commits wait until the standby has them on its disk, too. */
  commitOnBoth(): Promise<void>;
  /** Promotes the standby, as a failover does. */
  promote(): Promise<void>;
  /** Pauses or resumes replay on the standby; it keeps receiving. */
  setReplaying(isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both on free ports of 127.0.0.1, with an empty database. `stop` leaves nothing. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const programs = findPrograms();
  const account = await accountToRunAs();
  const folder = await mkdtemp(join(tmpdir(), "winnow-scaling-"));
  if (account !== null) await chown(folder, account.uid, account.gid);
  const as = { cwd: folder, ...account };
  const program = (name: string, ...args: string[]) => run(join(programs, name), args, as);
  const serverIn = async (data: string): Promise<DatabaseServer> => {
    const port = await freePort();
    let server: ChildProcess | null = null;
    const url = `postgres://postgres@127.0.0.1:${port}/${DATABASE}`;
    return {
      port,
      url,
      async start() {
        server = spawn(join(programs, "postgres"), ["-D", data, "-p", String(port), "-k", folder], {
          ...as,
          stdio: "ignore",
        });
        const started = server;
        while (!(await answers(url))) {
          if (started.exitCode !== null) throw new Error("PostgreSQL did not start.");
          await delay(50);
        }
      },
      async stop(how) {
        const stopped = server;
        if (stopped === null || stopped.exitCode !== null || stopped.signalCode !== null) return;
        const ended = new Promise((resolve) => stopped.once("exit", resolve));
        stopped.kill(({ fast: "SIGINT", immediate: "SIGQUIT", kill: "SIGKILL" } as const)[how]);
        await ended;
      },
    };
  };

  const data = join(folder, "primary");
  await program("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync");
  await appendFile(join(data, "postgresql.conf"), SETTINGS);
  const primary = await serverIn(data);
  await primary.start();
  await onServer(primary.url.replace(`/${DATABASE}`, "/postgres"), `create database ${DATABASE}`);
  const copy = join(folder, "standby");
  const from = ["-d", `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`];
  const into = ["-D", copy, "-R", "-C", "-S", "standby", "-c", "fast", "--no-sync"];
  await program("pg_basebackup", ...from, ...into);
  const standby = await serverIn(copy);
  await standby.start();
  return {
    primary,
    standby,
    url: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${DATABASE}`,
    async commitOnBoth() {
      await onServer(primary.url, "alter system set synchronous_standby_names = 'standby'");
      await onServer(primary.url, "select pg_reload_conf()");
    },
    async promote() {
      await program("pg_ctl", "promote", "-D", copy, "-w");
    },
    async setReplaying(isOn) {
      await onServer(standby.url, `select pg_wal_replay_${isOn ? "resume" : "pause"}()`);
    },
    async stop() {
      await primary.stop("immediate");
      await standby.stop("immediate");
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Sized like a small machine, with enough connections for many processes. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
max_connections = 200
shared_buffers = '256MB'
wal_level = replica
wal_keep_size = '256MB'
synchronous_commit = on
hot_standby = on
`;

/** Runs one statement on a separate connection. */
export async function onServer<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  // Its own database may not exist yet.
  return onServer(url.replace(`/${DATABASE}`, "/postgres"), "select 1").then(
    () => true,
    () => false,
  );
}

export interface PgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of a server. It rejects session settings or, like many hosted poolers,
 * `ignores` them. Throws a one-line Error when it isn't installed.
 */
export async function startPgBouncer(
  { port: behind }: Pick<DatabaseServer, "port">,
  ignores: readonly string[] = [],
): Promise<PgBouncer> {
  const places = ["/usr/sbin", ...(process.env["PATH"] ?? "").split(delimiter)];
  const place = places.find((each) => existsSync(join(each, "pgbouncer")));
  if (place === undefined) {
    throw new Error("This needs PgBouncer: install it (on Debian: apt-get install pgbouncer).");
  }
  const account = await accountToRunAs();
  const folder = await mkdtemp(join(tmpdir(), "winnow-pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${behind} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
ignore_startup_parameters = ${ignores.join(",")}
`,
  );
  if (account !== null) for (const path of [folder, file]) await chown(path, account.uid, account.gid);
  const bouncer = spawn(join(place, "pgbouncer"), ["-q", file], { cwd: folder, ...account, stdio: "ignore" });
  const ended = new Promise((resolve) => bouncer.once("exit", resolve));
  const url = `postgres://postgres@127.0.0.1:${port}/${DATABASE}`;
  while (!(await answers(url))) {
    if (bouncer.exitCode !== null) throw new Error("PgBouncer did not start.");
    await delay(50);
  }
  return {
    url,
    async stop() {
      bouncer.kill("SIGQUIT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
