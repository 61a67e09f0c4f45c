import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as moment } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { LeadsAddress } from "#server/store/lead-reader.ts";
import type { Peers } from "#test/faults/peers.ts";
import type { TestPostgres } from "#test/postgres.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";

const AUTHORITY = fileURLToPath(new URL("../fixtures/tls/authority.pem", import.meta.url));
const PATIENCE_MILLISECONDS = 120_000;
const LOOK_MILLISECONDS = 25;

/** A call that the server answered, and not with success. */
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

/** A real server with data of its own, which faults befall. */
export class Site {
  readonly engine: "sqlite" | "postgres";
  readonly peers: Peers;
  readonly postgres: TestPostgres;
  readonly databaseUrl: string | undefined;
  /** Where its data is; a fault may put it elsewhere before the server starts. */
  dataDir: string;
  /** What else its environment holds. */
  env: Record<string, string> = {};
  #server: ServerProcess | null = null;

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

  /** Its database, for what another program does to it. */
  get address(): LeadsAddress {
    return this.databaseUrl === undefined
      ? { engine: "sqlite", file: join(this.dataDir, "winnow.db") }
      : { engine: "postgres", url: this.databaseUrl };
  }

  get url(): string {
    return this.#server?.url ?? "http://127.0.0.1:1";
  }

  get output(): string {
    return this.#server?.output() ?? "";
  }

  async start(): Promise<void> {
    const { google } = this.peers;
    this.#server = await startServer({
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

  /** SIGKILL, as a power cut would end it. */
  async kill(): Promise<void> {
    await this.#server?.kill();
    this.#server = null;
  }

  /** SIGTERM. Throws when the server does not end well. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    const code = await server?.stop();
    if (code !== undefined && code !== 0) throw new Error(`The server ended with ${code}.\n${server?.output()}`);
  }

  /** Starts the server again, and answers after how many seconds it was ready and acknowledged a change. */
  async restart(): Promise<number> {
    const begun = performance.now();
    await this.start();
    await this.ready();
    return (performance.now() - begun) / 1_000;
  }

  /** Resolves when the server says it is ready, and acknowledges a change. */
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

  /** Calls the server. Throws Refused for whatever is no success, and what `fetch` throws when nobody answers. */
  async ask<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(answer.status, text);
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  /**
   * Looks again and again until it is so; a refusal is not yet. Throws when that takes minutes, and when the server is
   * killed meanwhile.
   */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const server = this.#server;
    const end = performance.now() + PATIENCE_MILLISECONDS;
    let last: unknown = "";
    for (;;) {
      try {
        if (await isSo()) return;
      } catch (error) {
        last = error;
      }
      if (this.#server !== server) throw new Error(`The server is gone before it was ${what}.`);
      if (performance.now() > end)
        throw new Error(`Not ${what} in two minutes. ${String(last)}\n${this.output.slice(-2_000)}`);
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
