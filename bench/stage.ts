import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openStore } from "#server/store/open-store.ts";
import type { Store } from "#server/store/types.ts";
import { fingerprintOf } from "#server/workflows/rules/rules-fingerprint.ts";
import { startPostgres } from "#test/postgres.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { SERVER_FLAGS } from "../scripts/server.mjs";
import { SampleLeads } from "./sample-leads.ts";

const BATCH = 1_000;

export type EngineName = "sqlite" | "postgres";

/** Where the bare driver finds the same data as the server. */
export interface DatabaseAddress {
  engine: EngineName;
  /** The SQLite file or the address of the PostgreSQL database. */
  database: string;
}

/** The real server on a store full of leads. */
export interface Stage extends DatabaseAddress {
  leads: number;
  /** Starts a server on the store; only one at a time. The caller stops it. */
  startServer(env?: Record<string, string>): Promise<ServerProcess>;
  /** Removes everything. */
  close(): Promise<void>;
}

/** Fills an engine with so many leads, the way that intake writes them. */
export async function openStage(engine: EngineName, leads: number): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-bench-"));
  const postgres = engine === "postgres" ? await startPostgres({ durable: true }) : null;
  const databaseUrl = await postgres?.createDatabase();
  await fill(dataDir, databaseUrl, leads);
  // As autovacuum would within minutes.
  if (databaseUrl !== undefined) await vacuum(databaseUrl);
  return {
    engine,
    leads,
    database: databaseUrl ?? join(dataDir, "winnow.db"),
    startServer: (env = {}) =>
      startServer({
        dataDir,
        env: {
          NODE_OPTIONS: SERVER_FLAGS.join(" "),
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
          ...env,
        },
      }),
    async close() {
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function fill(dataDir: string, databaseUrl: string | undefined, leads: number): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl });
  const sample = new SampleLeads(leads);
  for (;;) {
    const creates = sample.next(BATCH);
    if (creates.length === 0) break;
    await store.leads.applyBatch({ creates, updates: [], source: { id: null }, rows: [], journal: [] });
  }
  await addRules(store);
  await store.close();
}

/** Rules for what comes later: the leads that are there keep the scores they came with, as if they were by these rules. */
async function addRules(store: Store): Promise<void> {
  const rule = { ...DEFAULT_RULE, createdAt: new Date().toISOString() };
  await store.rules.create({ ...rule, name: "Intent", keywords: ["demo", "price", "budget"], scoreWeight: 20 });
  await store.rules.create({ ...rule, name: "Trade", keywords: ["logistics", "wind energy"], scoreWeight: 15 });
  const { wanted } = await store.settings.rescoreState();
  const doneRules = fingerprintOf(await store.rules.list(), rule.createdAt);
  await store.settings.writeRescoreState({ done: wanted, running: null, cursor: null, doneRules });
}

async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}
