import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { systemClock, type Clock } from "#server/platform/clock.ts";
import { inFolder } from "#server/store/data-folder-error.ts";
import { actOnRecords } from "#server/store/act.ts";
import { bulkActStore } from "#server/store/bulk-acts.ts";
import { dataSourceStore } from "#server/store/data-sources.ts";
import { lockDataFolder } from "#server/store/data-folder-lock.ts";
import { duplicateStore } from "#server/store/duplicates.ts";
import { emailSettingsStore } from "#server/store/email-settings.ts";
import type { Engine } from "#server/store/engine.ts";
import type { LeadsAddress } from "#server/store/lead-reader.ts";
import { followUpStore } from "#server/store/follow-ups.ts";
import { formStore } from "#server/store/forms.ts";
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
import { scrapeStore } from "#server/store/scrapes.ts";
import { settingsStore } from "#server/store/settings.ts";
import { supportRequestStore } from "#server/store/support-requests.ts";
import { oldLeadStore } from "#server/store/old-leads.ts";
import { notificationStore } from "#server/store/notifications.ts";
import { openSqlite } from "#server/store/sqlite.ts";
import type { Store } from "#server/store/types.ts";
import { run } from "#server/store/work.ts";

export interface StoreOptions {
  /** Made when missing, readable by its owner alone. It holds the SQLite file when there is no `databaseUrl`. */
  dataDir: string;
  /** A PostgreSQL database to use instead, which any number of processes may share. */
  databaseUrl?: string | undefined;
  clock?: Clock;
}

/**
 * Opens the store and brings it to this version. Throws an AppError whose sentence says what to do:
 * data_folder_in_use, data_folder_unusable, store_damaged, schema_newer, schema_changed, search_extension_missing or
 * store_unreachable.
 */
export async function openStore({ dataDir, databaseUrl, clock = systemClock }: StoreOptions): Promise<Store> {
  const folder = resolve(dataDir);
  inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  if (databaseUrl !== undefined) {
    // Its driver is not loaded for those who do not use it: that would be memory for nothing.
    const { openPostgres } = await import("#server/store/postgres.ts");
    return storeOf(await openPostgres(databaseUrl, clock), { engine: "postgres", url: databaseUrl }, () => {});
  }
  const unlock = inFolder(folder, () => lockDataFolder(folder));
  try {
    const file = join(folder, "winnow.db");
    return storeOf(
      inFolder(folder, () => openSqlite(file, clock)),
      { engine: "sqlite", file },
      unlock,
    );
  } catch (error) {
    unlock();
    throw error;
  }
}

function storeOf(engine: Engine, leadsAddress: LeadsAddress, unlock: () => void): Store {
  let closed: Promise<void> | null = null;
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
    act: (entry, write) => actOnRecords(engine, entry, write),
    ping: () => engine.run(() => run(sql`select 1`)),
    publish: (message) => engine.publish(message),
    subscribe: (listener) => engine.subscribe(listener),
    close: () => (closed ??= engine.close().finally(unlock)),
  };
}
