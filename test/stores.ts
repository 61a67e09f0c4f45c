import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";
import type { Clock } from "#server/platform/clock.ts";
import { openStore } from "#server/store/open-store.ts";
import type { LeadBatch, NewJournalEntry, Store, Scored } from "#server/store/types.ts";
import { databasesOfFile } from "#test/databases-of-file.ts";
import { createDatabase } from "#test/postgres.ts";
import { sampleLead } from "#test/sample-lead.ts";

/** Both engines, for describe.each: every test of the store holds on both. */
export const ENGINES = ["sqlite", "postgres"] as const;

export type EngineName = (typeof ENGINES)[number];

/** An empty folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database in the run's PostgreSQL. */
export function temporaryDatabase(): Promise<string> {
  return databaseOfFile();
}

/** The same, as Winnow makes it when it starts there first; undefined on SQLite, whose file is put into `dataDir`. */
export async function migratedDatabase(engine: EngineName, dataDir: string): Promise<string | undefined> {
  if (engine === "sqlite") {
    await copyFile(inject("sqliteTemplate"), join(dataDir, "winnow.db"));
    return undefined;
  }
  return migratedPostgres();
}

/** A database in the run's PostgreSQL as Winnow makes it. */
export function migratedPostgres(): Promise<string> {
  return databaseOfFile(inject("postgresTemplate"));
}

async function databaseOfFile(template?: string): Promise<string> {
  const url = await createDatabase((database) => inject("postgresUrl").replace("DATABASE", database), template);
  databasesOfFile.push(url);
  return url;
}

/** Opens a store on data of its own, closed when the test ends. */
export async function openTestStore(engine: EngineName, clock?: Clock): Promise<Store> {
  const dataDir = await temporaryFolder();
  const store = await openStore({
    dataDir,
    databaseUrl: await migratedDatabase(engine, dataDir),
    ...(clock === undefined ? {} : { clock }),
  });
  onTestFinished(() => store.close());
  return store;
}

/** Adds leads, each varied from the sample lead and without an e-mail key unless given; answers their ids. */
export function addLeads(store: Store, leads: readonly Partial<LeadRecord>[], scored: Scored = {}): Promise<string[]> {
  return store.leads.applyBatch({ ...EMPTY_BATCH, ...scored, creates: leads.map((lead) => newLead(lead)) });
}

/** Writes what `decide` makes of the first leads, in the way that scoring them afresh does. */
export async function rescoreBy(
  store: Store,
  limit: number,
  decide: (lead: StaleLead) => Partial<Pick<RescoredLead, "score" | "status">> | null,
): Promise<ReadonlySet<string>> {
  const stale = await store.leads.stale({ after: null, limit });
  const leads = stale.flatMap((lead): RescoredLead[] => {
    const decided = decide(lead);
    if (decided === null) return [];
    const { id, revision, name, status: was, score, scoreParts } = lead;
    const turn = (decided.status ?? was) === was ? null : { name, was, description: "Scored again" };
    return [{ id, revision, status: was, score, scoreParts, keywords: null, ...decided, turn }];
  });
  const { wanted } = await store.settings.rescoreState();
  const { written } = await store.leads.writeScores({ leads, at: "2026-05-02T10:00:00.000Z", rulesVersion: wanted });
  return written;
}

/** A lead that is not stored yet. */
export function newLead(more: Partial<LeadRecord> = {}): LeadRecord {
  return { ...sampleLead(), emailKey: null, phoneKey: null, ...more, id: null };
}

export const EMPTY_BATCH: LeadBatch = { creates: [], updates: [], source: { id: null }, rows: [], journal: [] };

/** Adds a data source whose rows batches can bring; answers its id. */
export async function addDataSource(store: Store): Promise<string> {
  const { id } = await store.dataSources.create({
    name: "Spring fair",
    type: "google_sheets",
    config: {},
    sealedServiceAccount: null,
    sealedApiKey: null,
    sealedAppPassword: null,
    isActive: true,
    lastSync: null,
    lastRun: null,
    failingSince: null,
    createdAt: "2026-05-01T10:00:00.000Z",
  });
  return id;
}

/** A journal entry for tests that do not care what it says. */
export function anEntry(more: Partial<NewJournalEntry> = {}): NewJournalEntry {
  return {
    kind: "edited",
    type: "other",
    title: "Lead edited",
    description: "",
    by: "Tester",
    at: "2026-05-01T10:00:00.000Z",
    leadId: null,
    ...more,
  };
}
