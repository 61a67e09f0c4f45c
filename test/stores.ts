import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";
import type { Clock } from "#server/platform/clock.ts";
import { openStore } from "#server/db/open-store.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { LeadBatch } from "#server/db/lead-changes/lead-intake.ts";
import type { Scored } from "#server/db/rules/rescore-wanted.ts";
import type { Store } from "#server/db/store.ts";
import { ofFile } from "#test/databases-of-file.ts";
import { connectDatabases } from "#test/postgres.ts";
import { sampleLead } from "#test/sample-lead.ts";
import { IS_THOROUGH } from "#test/thorough.ts";

/** Both engines, for describe.each: every test of the store runs on both. */
export const ENGINES = ["sqlite", "postgres"] as const;

export type EngineName = (typeof ENGINES)[number];

/** Enough for work in parallel; each takes PostgreSQL a twentieth of a second to start. */
export const TEST_CONNECTIONS = 5;

/** Only this engine, where the other would repeat the same checks; both with THOROUGH=1. */
export function oneEngine(engine: EngineName): readonly EngineName[] {
  return IS_THOROUGH ? ENGINES : [engine];
}

/** An empty folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database in the run's PostgreSQL. */
export function temporaryDatabase(): Promise<string> {
  return databaseOfFile();
}

/** The same, migrated as Winnow does on first start; undefined on SQLite, whose file is put into `dataDir`. */
export async function migratedDatabase(engine: EngineName, dataDir: string): Promise<string | undefined> {
  if (engine === "sqlite") {
    await copyFile(inject("sqliteTemplate"), join(dataDir, "winnow.db"));
    return undefined;
  }
  return migratedPostgres();
}

/** A migrated database in the run's PostgreSQL. */
export function migratedPostgres(): Promise<string> {
  return databaseOfFile(inject("postgresTemplate"));
}

/** A copy of a database of the run's PostgreSQL that nobody is connected to. */
export function copiedDatabase(url: string): Promise<string> {
  return databaseOfFile(new URL(url).pathname.slice(1));
}

function databaseOfFile(template?: string): Promise<string> {
  ofFile.databases ??= connectDatabases((database) => inject("postgresUrl").replace("DATABASE", database));
  return ofFile.databases.create(template);
}

/** Opens a store on separate data, closed when the test ends. */
export async function openTestStore(engine: EngineName, clock?: Clock): Promise<Store> {
  const dataDir = await temporaryFolder();
  const store = await openStore({
    dataDir,
    databaseUrl: await migratedDatabase(engine, dataDir),
    connections: TEST_CONNECTIONS,
    ...(clock === undefined ? {} : { clock }),
  });
  onTestFinished(() => store.close());
  return store;
}

/** Adds leads, each varied from the sample lead and without an email key unless given; returns their IDs. */
export function addLeads(store: Store, leads: readonly Partial<LeadRecord>[], scored: Scored = {}): Promise<string[]> {
  return store.leads.applyBatch({ ...EMPTY_BATCH, ...scored, creates: leads.map((lead) => newLead(lead)) });
}

/** Writes the result of `decide` for the first leads, like rescoring does. */
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
    const statusChange = (decided.status ?? was) === was ? null : { name, was, description: "Scored again" };
    return [
      {
        id,
        revision,
        status: was,
        score,
        previousScore: score,
        scoreParts,
        keywords: null,
        tagMarks: null,
        ...decided,
        statusChange,
      },
    ];
  });
  const { wanted } = await store.settings.rescoreState();
  const { written } = await store.leads.writeScores({ leads, at: "2026-05-02T10:00:00.000Z", rulesVersion: wanted });
  return written;
}

/** A lead that isn't stored yet. */
export function newLead(more: Partial<LeadRecord> = {}): LeadRecord {
  return { ...sampleLead(), emailKey: null, phoneKey: null, ...more, id: null };
}

export const EMPTY_BATCH: LeadBatch = { creates: [], updates: [], source: { id: null }, rows: [], journal: [] };

/** Adds a data source to which batches can belong; returns its ID. */
export async function addDataSource(store: Store): Promise<string> {
  const { id } = await store.dataSources.create({
    name: "Spring fair",
    type: "google_sheets",
    config: {},
    sealedServiceAccount: null,
    sealedApiKey: null,
    sealedAppPassword: null,
    sealedHeaders: null,
    isActive: true,
    lastSync: null,
    lastRun: null,
    failingSince: null,
    createdAt: "2026-05-01T10:00:00.000Z",
  });
  return id;
}

/** A journal entry for tests where its content doesn't matter. */
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
