import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock, type Clock } from "#server/platform/clock.ts";
import { inFolder, lockDataFolder, restoringFolder } from "#server/db/data-folder.ts";
import { lostDatabaseGuard, withBackupToRestore } from "#server/db/lost-database.ts";
import { embeddedDelivery } from "#server/db/jobs/embedded-delivery.ts";
import { storeOf, type Store } from "#server/db/store.ts";
import { openSqlite } from "#server/db/sqlite/sqlite.ts";

export interface StoreOptions {
  /** Created when missing, readable by its owner only. Holds the SQLite file when there is no `databaseUrl`. */
  dataDir: string;
  /** A PostgreSQL database to use instead; any number of processes may share it. */
  databaseUrl?: string | undefined;
  /** A pooler in front of it, in transaction mode, used wherever a pooled connection suffices. */
  poolerUrl?: string | undefined;
  /** A streaming replica of it, for lists, exports and figures. */
  readUrl?: string | undefined;
  /** PostgreSQL statement timeout; one minute by default. */
  statementMilliseconds?: number | undefined;
  /** Maximum PostgreSQL connections for queries; 16 by default. */
  connections?: number;
  /**
   * Folder of the nightly backups from which a damaged database is restored; `backups` in the data folder by default.
   */
  backupDir?: string;
  clock?: Clock;
}

/**
 * Opens the store and migrates it to this version. Throws an AppError whose message says what to do:
 * data_folder_in_use, data_folder_unusable, store_missing, store_damaged, schema_newer, schema_older, schema_changed,
 * search_extension_missing or store_unreachable.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const folder = resolve(options.dataDir);
  const backupDir = options.backupDir ?? join(folder, "backups");
  try {
    return await openWhole(folder, { ...options, backupDir });
  } catch (error) {
    const place = options.databaseUrl === undefined ? `the data folder ${folder}` : "PostgreSQL";
    throw withBackupToRestore(error, place, backupDir);
  }
}

async function openWhole(folder: string, options: StoreOptions & { backupDir: string }): Promise<Store> {
  const {
    databaseUrl,
    poolerUrl,
    readUrl,
    statementMilliseconds,
    connections,
    backupDir,
    clock = systemClock,
  } = options;
  inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const beforeMaking = lostDatabaseGuard({ folder, backupDir, isPostgres: databaseUrl !== undefined });
  if (databaseUrl !== undefined) {
    // Loaded on demand, so that SQLite users don't pay for the driver's memory.
    const { openPostgres } = await import("#server/db/postgres/postgres.ts");
    const { pgBossDelivery } = await import("#server/db/jobs/pg-boss-delivery.ts");
    const opened = await openPostgres(
      { url: databaseUrl, poolerUrl, readUrl, statementMilliseconds, connections, beforeMaking },
      clock,
    );
    return storeOf({
      opened,
      clock,
      leadsAddress: { engine: "postgres", url: databaseUrl },
      unlock: () => {},
      deliveryOf: (engine) => pgBossDelivery(engine, opened.jobs),
    });
  }
  const unlock = inFolder(folder, () => lockDataFolder(folder));
  try {
    // A killed restore leaves a copy of all leads, which no erasure would reach.
    inFolder(folder, () => rmSync(restoringFolder(folder), { recursive: true, force: true }));
    const file = join(folder, "winnow.db");
    return storeOf({
      opened: inFolder(folder, () => openSqlite(file, clock, beforeMaking)),
      clock,
      leadsAddress: { engine: "sqlite", file },
      unlock,
      deliveryOf: (engine) => embeddedDelivery(engine, clock),
    });
  } catch (error) {
    unlock();
    throw error;
  }
}
