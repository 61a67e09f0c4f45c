import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { openStore } from "#server/db/open-store.ts";
import type { Store } from "#server/db/store.ts";
import { MATCHING_VERSION } from "#server/insight/matching/identity.ts";
import { MATCHING } from "#server/features/duplicates/find-duplicates.ts";
import { fingerprintOf } from "#server/features/rules/rules-fingerprint.ts";
import { startPostgres } from "#test/postgres.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { copyLeads } from "./copies.ts";
import { processorSeconds } from "./process-figures.ts";
import { SampleLeads } from "./sample-leads.ts";

const BATCH = 1_000;
const POLL_MILLISECONDS = 2_000;
/** An idle server uses at most this share of a core. */
const IDLE_SHARE = 0.05;

export type EngineName = "sqlite" | "postgres";

/** The server's database, for the bare driver. */
export interface DatabaseAddress {
  engine: EngineName;
  /** The SQLite file or PostgreSQL URL. */
  database: string;
}

interface StagedServer extends ServerProcess {
  /** From its start to its first page of leads. */
  startSeconds: number;
}

/** The real server on a full store. */
export interface Stage extends DatabaseAddress {
  leads: number;
  /** Starts a server, one at a time, and waits until it is idle; the caller stops it. */
  startServer(env?: Record<string, string>): Promise<StagedServer>;
  /** Removes everything. */
  close(): Promise<void>;
}

/** Prepares a store, and returns what completes each lead before it is added. */
type Prepare = (store: Store) => Promise<(lead: LeadRecord) => void>;

interface Filling {
  prepare?: Prepare;
  /** Only one of so many leads is added the way intake does, and the others are copies of these; 1 for no copies. */
  copies?: number;
}

/** Fills a database with leads the way intake does. */
export async function openStage(
  engine: EngineName,
  leads: number,
  { prepare, copies = 1 }: Filling = {},
): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-bench-"));
  const postgres = engine === "postgres" ? await startPostgres({ durable: true }) : null;
  const databaseUrl = await postgres?.createDatabase();
  const database = databaseUrl ?? join(dataDir, "winnow.db");
  await fill(dataDir, databaseUrl, leads / copies, prepare);
  if (copies > 1) await copyLeads({ engine, database }, copies);
  // Autovacuum would do this within minutes.
  if (databaseUrl !== undefined) await vacuum(databaseUrl);
  return {
    engine,
    leads,
    database,
    async startServer(env = {}) {
      const begin = performance.now();
      const server = await startServer({
        dataDir,
        env: { ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }), ...env },
      });
      await (await fetch(`${server.url}/api/leads?limit=1`)).text();
      const startSeconds = (performance.now() - begin) / 1_000;
      await untilIdle(server.pid);
      return { ...server, startSeconds };
    },
    async close() {
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until the server is idle; after a start it checks the whole database in the background. */
async function untilIdle(pid: number): Promise<void> {
  for (let before = processorSeconds(pid); ;) {
    await sleep(POLL_MILLISECONDS);
    const now = processorSeconds(pid);
    if (now - before < (IDLE_SHARE * POLL_MILLISECONDS) / 1_000) return;
    before = now;
  }
}

async function fill(dataDir: string, databaseUrl: string | undefined, leads: number, prepare?: Prepare): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl });
  const complete = await prepare?.(store);
  const sample = new SampleLeads(leads);
  for (;;) {
    const creates = sample.next(BATCH);
    if (creates.length === 0) break;
    if (complete !== undefined) creates.forEach(complete);
    await store.leads.applyBatch({ creates, updates: [], source: { id: null }, rows: [], journal: [] });
  }
  await addRules(store);
  // Otherwise the server would do this in the background during the measurements.
  await store.duplicates.useVersion(MATCHING_VERSION);
  while ((await store.duplicates.compareNext(BATCH, MATCHING)) > 0);
  await store.close();
}

/** Adds rules and marks the existing scores as current. */
async function addRules(store: Store): Promise<void> {
  const rule = { ...DEFAULT_RULE, createdAt: new Date().toISOString() };
  await store.rules.create({ ...rule, name: "Intent", keywords: ["demo", "price", "budget"], scoreWeight: 20 });
  await store.rules.create({ ...rule, name: "Trade", keywords: ["logistics", "wind energy"], scoreWeight: 15 });
  await store.rules.create({ ...rule, name: "Role", keywords: ["head of", "director"], scoreWeight: 10 });
  await store.rules.create({ ...rule, name: "Time", keywords: ["this quarter", "by friday"], scoreWeight: 5 });
  await store.rules.create({ ...rule, name: "Jobs", keywords: ["applying for", "vacancy"], scoreWeight: -10 });
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
