import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as moment } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";
import type { Peers } from "#test/faults/peers.ts";
import type { Random } from "#test/seeded-random.ts";
import type { TestPostgres } from "#test/postgres.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";

const AUTHORITY = fileURLToPath(new URL("../fixtures/tls/authority.pem", import.meta.url));
const PATIENCE_SECONDS = 120;
/** With two processes, a third of the kills each hit one, both, or the other. */
const ONE_BELOW = 1 / 3;
const BOTH_FROM = 2 / 3;
const LOOK_MILLISECONDS = 25;

/** A call that the server answered with an error. */
export class Refused extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, body: string) {
    const { type = "", detail = body } = problemIn(body);
    super(`${status}: ${detail}`);
    this.status = status;
    this.type = type;
  }
}

/** A real server with separate data as the target of faults. */
export class Site {
  readonly engine: "sqlite" | "postgres";
  readonly peers: Peers;
  readonly postgres: TestPostgres;
  readonly databaseUrl: string | undefined;
  /** Its data folder; a fault may move it before the server starts. */
  dataDir: string;
  /** Additional environment variables. */
  env: Record<string, string> = {};
  #server: ServerProcess | null = null;
  /** A second process on the same database. */
  #another: ServerProcess | null = null;
  #hasAnother = false;

  private constructor(engine: Site["engine"], peers: Peers, postgres: TestPostgres, dataDir: string, url?: string) {
    this.engine = engine;
    this.peers = peers;
    this.postgres = postgres;
    this.dataDir = dataDir;
    this.databaseUrl = url;
  }

  static async make(engine: Site["engine"], peers: Peers, postgres: TestPostgres): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), "winnow-fault-"));
    return new Site(
      engine,
      peers,
      postgres,
      folder,
      engine === "postgres" ? await postgres.createDatabase() : undefined,
    );
  }

  /** Its database, as another program sees it. */
  get address(): LeadsAddress {
    return this.databaseUrl === undefined
      ? { engine: "sqlite", file: join(this.dataDir, "winnow.db") }
      : { engine: "postgres", url: this.databaseUrl };
  }

  get url(): string {
    return this.#server?.url ?? this.#another?.url ?? "http://127.0.0.1:1";
  }

  get output(): string {
    return this.#server?.output() ?? "";
  }

  async start(): Promise<void> {
    this.#server = await this.#newServer();
  }

  /** Starts a second process on the same database, which only PostgreSQL allows. */
  async startAnother(): Promise<void> {
    this.#another = await this.#newServer();
    this.#hasAnother = true;
  }

  #newServer(): Promise<ServerProcess> {
    const { google } = this.peers;
    return startServer({
      dataDir: this.dataDir,
      env: {
        NODE_EXTRA_CA_CERTS: AUTHORITY,
        WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl,
        WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl,
        WINNOW_SCRAPE_ALLOW_PRIVATE: "1",
        ...(this.databaseUrl !== undefined && { DATABASE_URL: this.databaseUrl }),
        ...this.env,
      },
    });
  }

  /** SIGKILL, like a power cut. */
  async kill(): Promise<void> {
    await this.#killAnother();
    await this.#server?.kill();
    this.#server = null;
  }

  async #killAnother(): Promise<void> {
    this.#hasAnother = false;
    await this.#another?.kill();
    this.#another = null;
  }

  /** Kills one of the processes at random, sometimes both. */
  async killOne(random: Random): Promise<void> {
    const luck = this.#hasAnother ? random() : 0;
    const [server, another] = [this.#server, this.#another];
    if (luck < BOTH_FROM) this.#server = null;
    if (luck >= ONE_BELOW) this.#another = null;
    await Promise.all([luck < BOTH_FROM && server?.kill(), luck >= ONE_BELOW && another?.kill()]);
  }

  /** Restarts what `killOne` killed. */
  async startKilled(): Promise<void> {
    await Promise.all([
      this.#server === null && this.start(),
      this.#hasAnother && this.#another === null && this.startAnother(),
    ]);
  }

  /** SIGTERM. Throws when the server doesn't exit cleanly. */
  async stop(): Promise<void> {
    await this.#killAnother();
    const server = this.#server;
    this.#server = null;
    const code = await server?.stop();
    if (code !== undefined && code !== 0) throw new Error(`The server ended with ${code}.\n${server?.output()}`);
  }

  /** Restarts the server, and returns the seconds until it was ready and acknowledged a change. */
  async restart(): Promise<number> {
    const begun = performance.now();
    await this.start();
    await this.ready();
    return (performance.now() - begun) / 1_000;
  }

  /** Resolves when the server is ready and acknowledges a change. */
  async ready(): Promise<void> {
    await this.until("ready", async () => {
      if ((await fetch(`${this.url}/readyz`)).status !== 200) return false;
      await this.change();
      return true;
    });
  }

  /** Changes something, and resolves when that is acknowledged. */
  async change(): Promise<void> {
    await this.ask("PUT", "/api/settings", { followUpSignature: randomUUID() });
  }

  /** Calls the server. Throws Refused for an error status, and what `fetch` throws when nobody answers. */
  async ask<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(answer.status, text);
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  /** Polls until the condition holds; an error counts as false. Throws after `seconds`, and when the server is killed. */
  async until(what: string, isSo: () => Promise<boolean>, seconds = PATIENCE_SECONDS): Promise<void> {
    const server = this.#server;
    const end = performance.now() + seconds * 1_000;
    let last: unknown = "";
    for (;;) {
      try {
        if (await isSo()) return;
      } catch (error) {
        last = error;
      }
      if (this.#server !== server) throw new Error(`The server is gone before it was ${what}.`);
      if (performance.now() > end)
        throw new Error(`Not ${what} in ${seconds} s. ${String(last)}\n${this.output.slice(-2_000)}`);
      await moment(LOOK_MILLISECONDS);
    }
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

function problemIn(body: string): { type?: string; detail?: string } {
  try {
    return JSON.parse(body) as { type?: string; detail?: string };
  } catch {
    return {};
  }
}
