import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { systemClock, type Clock } from "#server/platform/clock.ts";
import { inFolder } from "#server/store/data-folder-error.ts";
import { accountStore } from "#server/store/accounts.ts";
import { actOnRecords } from "#server/store/act.ts";
import { tokenStore } from "#server/store/api-tokens.ts";
import { auditStore } from "#server/store/audit-log.ts";
import { bulkActStore } from "#server/store/bulk-acts.ts";
import { checkInThread } from "#server/store/check-in-thread.ts";
import { dataSourceStore } from "#server/store/data-sources.ts";
import { lockDataFolder } from "#server/store/data-folder-lock.ts";
import { duplicateStore } from "#server/store/duplicates.ts";
import { emailSettingsStore } from "#server/store/email-settings.ts";
import type { Engine } from "#server/store/engine.ts";
import { embeddedJobs } from "#server/store/embedded-jobs.ts";
import type { JobStore } from "#server/store/job-types.ts";
import type { LeadsAddress } from "#server/store/lead-reader.ts";
import { followUpStore } from "#server/store/follow-ups.ts";
import { formStore } from "#server/store/forms.ts";
import { healthStore } from "#server/store/health.ts";
import { importStore } from "#server/store/imports.ts";
import { journalStore } from "#server/store/journal.ts";
import { leadStore } from "#server/store/leads.ts";
import { leaseStore } from "#server/store/leases.ts";
import { learningStore } from "#server/store/learning.ts";
import { mailboxStore } from "#server/store/mailbox.ts";
import { replayStore } from "#server/store/replays.ts";
import { reportStore } from "#server/store/reports.ts";
import { ruleStore } from "#server/store/rules.ts";
import { sampleLeadStore } from "#server/store/sample-leads.ts";
import { savedViewStore } from "#server/store/saved-views.ts";
import { scheduleStore } from "#server/store/schedules.ts";
import { scrapeStore } from "#server/store/scrapes.ts";
import { sessionStore } from "#server/store/sessions.ts";
import { settingsStore } from "#server/store/settings.ts";
import { supportRequestStore } from "#server/store/support-requests.ts";
import { oldLeadStore } from "#server/store/old-leads.ts";
import { observedEngine } from "#server/store/observed-engine.ts";
import { notificationStore } from "#server/store/notifications.ts";
import { signInAttemptStore } from "#server/store/sign-in-attempts.ts";
import { openSqlite } from "#server/store/sqlite.ts";
import { withBackupToRestore } from "#server/store/store-damaged.ts";
import type { Store } from "#server/store/types.ts";
import { peopleStore } from "#server/store/people/people.ts";
import { MIGRATIONS } from "#server/store/migrations/list.ts";
import { first, run } from "#server/store/work.ts";

export interface StoreOptions {
  /** Made when missing, readable by its owner alone. It holds the SQLite file when there is no `databaseUrl`. */
  dataDir: string;
  /** A PostgreSQL database to use instead, which any number of processes may share. */
  databaseUrl?: string | undefined;
  /** A pooler before it, in transaction mode, for everything that can do with one. */
  poolerUrl?: string | undefined;
  /** A streaming replica of it, for lists, exports and figures. */
  readUrl?: string | undefined;
  /** Where nightly backups are, of which a damaged database is restored; `backups` in the data folder when left out. */
  backupDir?: string;
  clock?: Clock;
}

/**
 * Opens the store and brings it to this version. Throws an AppError whose sentence says what to do:
 * data_folder_in_use, data_folder_unusable, store_damaged, schema_newer, schema_changed, search_extension_missing or
 * store_unreachable.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const folder = resolve(options.dataDir);
  try {
    return await openWhole(folder, options);
  } catch (error) {
    const place = options.databaseUrl === undefined ? `the data folder ${folder}` : "PostgreSQL";
    throw withBackupToRestore(error, place, options.backupDir ?? join(folder, "backups"));
  }
}

async function openWhole(
  folder: string,
  { databaseUrl, poolerUrl, readUrl, clock = systemClock }: StoreOptions,
): Promise<Store> {
  inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  if (databaseUrl !== undefined) {
    // Its driver is not loaded for those who do not use it: that would be memory for nothing.
    const { openPostgres } = await import("#server/store/postgres.ts");
    const { pgBossJobs } = await import("#server/store/pg-boss-jobs.ts");
    const opened = await openPostgres({ url: databaseUrl, poolerUrl, readUrl }, clock);
    return storeOf(
      { opened, clock },
      { engine: "postgres", url: databaseUrl },
      () => {},
      (engine) => pgBossJobs(engine, opened.jobs),
    );
  }
  const unlock = inFolder(folder, () => lockDataFolder(folder));
  try {
    const file = join(folder, "winnow.db");
    return storeOf(
      { opened: inFolder(folder, () => openSqlite(file, clock)), clock },
      { engine: "sqlite", file },
      unlock,
      (engine) => embeddedJobs(engine, clock),
    );
  } catch (error) {
    unlock();
    throw error;
  }
}

function storeOf(
  { opened, clock }: { opened: Engine; clock: Clock },
  leadsAddress: LeadsAddress,
  unlock: () => void,
  jobsOf: (engine: Engine) => JobStore,
): Store {
  const { engine, troubles, look } = observedEngine(opened, clock);
  const jobs = jobsOf(engine);
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await jobs.close();
    await engine.close();
  };
  return {
    engine: engine.name,
    leadsAddress,
    leads: leadStore(engine),
    bulkActs: bulkActStore(engine),
    rules: ruleStore(engine),
    dataSources: dataSourceStore(engine),
    duplicates: duplicateStore(engine),
    emailSettings: emailSettingsStore(engine),
    settings: settingsStore(engine),
    journal: journalStore(engine),
    reports: reportStore(engine),
    leases: leaseStore(engine),
    health: healthStore(engine),
    jobs,
    schedules: scheduleStore(engine),
    scrapes: scrapeStore(engine),
    mailbox: mailboxStore(engine),
    forms: formStore(engine),
    imports: importStore(engine),
    replays: replayStore(engine),
    savedViews: savedViewStore(engine),
    followUps: followUpStore(engine),
    sampleLeads: sampleLeadStore(engine),
    oldLeads: oldLeadStore(engine),
    learning: learningStore(engine),
    notifications: notificationStore(engine),
    supportRequests: supportRequestStore(engine),
    people: peopleStore(engine),
    accounts: accountStore(engine),
    sessions: sessionStore(engine),
    tokens: tokenStore(engine),
    signInAttempts: signInAttemptStore(engine),
    audit: auditStore(engine),
    act: (entry, write) => actOnRecords(engine, entry, write),
    async isOfThisVersion() {
      const applied = sql<{ count: string | number }>`select count(*) as count from schema_versions`;
      const row = await engine.run(() => first(applied));
      return Number(row?.count) === MIGRATIONS.length;
    },
    ping: () => engine.run(() => run(sql`select 1`)),
    publish: (message) => engine.publish(message),
    subscribe: (listener) => engine.subscribe(listener),
    troubles,
    async check(signal) {
      if (leadsAddress.engine === "sqlite") await look(() => checkInThread(leadsAddress.file, signal));
    },
    connections: () => engine.connections?.() ?? null,
    close: () => (closed ??= close().finally(unlock)),
  };
}
