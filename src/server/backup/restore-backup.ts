import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BackupHeader } from "#server/backup/backup-format.ts";
import { newerBackup } from "#server/backup/backup-errors.ts";
import { checkSeal } from "#server/backup/backup-seal.ts";
import { eraseReturned } from "#server/backup/erase-returned.ts";
import { planKey, withKeyFile, type KeyPlan } from "#server/backup/key-file.ts";
import { openSnapshot, type Watch } from "#server/backup/make-backup.ts";
import { readBackup, readBackupHeader } from "#server/backup/read-backup.ts";
import { putInPlace, refuseTaken } from "#server/store/backup/sqlite-place.ts";
import { keepErasures, readErasures, type Erasures, type ErasuresKept } from "#server/store/backup/erasures.ts";
import { holdSends, type HeldSends } from "#server/store/backup/hold-sends.ts";
import { keepSuppressions, readSuppressions, type Suppressions } from "#server/store/backup/suppressions.ts";
import { loadEntries } from "#server/store/backup/load-entries.ts";
import type { LoadTarget, TableReader } from "#server/store/backup/snapshot.ts";
import { openSqliteTarget } from "#server/store/backup/sqlite-target.ts";
import { inFolder } from "#server/store/data-folder-error.ts";
import { lockDataFolder } from "#server/store/data-folder-lock.ts";
import type { LeadsAddress } from "#server/store/lead-reader.ts";
import { MIGRATIONS } from "#server/store/migrations/list.ts";

export interface RestorePlan {
  path: string;
  dataDir: string;
  /** PostgreSQL to restore into instead of the data folder, which then takes only the key. */
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  /** Whether what is there is set aside; else it is refused. */
  replaces: boolean;
  at: Date;
  /** Asked for when the backup brings a key that is not there yet. */
  passphrase: () => Promise<string>;
}

export interface RestoredBackup {
  header: BackupHeader;
  rows: number;
  leads: number;
  /** What was there before: a file or a schema; null when nothing was. */
  aside: string | null;
  /**
   * What became of the memory of people who were erased from what was there; `unreadable` when that was too damaged to
   * tell.
   */
  erasures: ErasuresKept | "unreadable";
  /** Whether it could be read whom what was there did not write to. */
  suppressionsKept: boolean;
  /** How many people of the backup were erased again. */
  erasedAgain: number;
  /** What it does not send by itself, because it may have gone out after the backup was made. */
  held: HeldSends;
  /** Whether the secrets it brought can be read with the key that is there now. */
  secretsReadable: boolean;
}

/**
 * Restores a backup into an empty data folder or database, or in the place of what is there, compares every table, and
 * brings it to this version. All of it or nothing. Throws what reading throws (backup_unreadable, backup_damaged,
 * backup_newer), data_folder_in_use, data_folder_not_empty, database_in_use, database_not_empty, passphrase_wrong,
 * key_differs, restore_differs, and what the signal was aborted with.
 */
export async function restoreBackup(plan: RestorePlan, watch: Watch): Promise<RestoredBackup> {
  const { path, dataDir } = plan;
  const header = await readBackupHeader(path);
  refuseNewer(header, path);
  watch.progress("Checking", path, 0);
  await checkSeal(path, watch.signal);
  const folder = resolve(dataDir);
  inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const keyPlan = await planKey(header, { dataDir: folder, secretKey: plan.secretKey }, plan.passphrase);
  const load = plan.databaseUrl === undefined ? intoFolder : intoPostgres;
  const loaded = await load({ ...plan, key: keyPlan.key }, folder, header, watch);
  return { header, ...loaded, secretsReadable: keyPlan.readable };
}

function refuseNewer({ schemaVersion, lastMigration }: BackupHeader, path: string): void {
  const last = MIGRATIONS[schemaVersion - 1];
  if (last?.name === lastMigration) return;
  throw newerBackup(path, `its database has version ${schemaVersion}; this one knows ${MIGRATIONS.length}`);
}

/** What is kept of a database that is replaced: who is not to come back, and who is not to be written to. Null: unreadable. */
interface Memory {
  erasures: Erasures | null;
  suppressions: Suppressions | null;
}

const NOBODY: Memory = { erasures: new Map(), suppressions: new Map() };

type LoadPlan = RestorePlan & Pick<KeyPlan, "key">;
type Loaded = Omit<RestoredBackup, "header" | "secretsReadable">;

async function intoFolder(plan: LoadPlan, folder: string, header: BackupHeader, watch: Watch): Promise<Loaded> {
  const unlock = inFolder(folder, () => lockDataFolder(folder));
  const making = join(folder, "restoring");
  const made = join(making, "winnow.db");
  try {
    // What a restore left that was killed.
    rmSync(making, { recursive: true, force: true });
    mkdirSync(making, { mode: 0o700 });
    if (!plan.replaces) refuseTaken(folder);
    const file = join(folder, "winnow.db");
    const memory = existsSync(file) ? await memoryOf({ engine: "sqlite", file }) : NOBODY;
    const target = openSqliteTarget(made, header.schemaVersion, { searchable: true });
    const counts = await fill(target, plan, memory, watch, () => target.commit());
    const aside = await withKeyFile(folder, plan, () => putInPlace(folder, made, plan.at));
    return { ...counts, aside };
  } finally {
    rmSync(making, { recursive: true, force: true });
    unlock();
  }
}

async function intoPostgres(plan: LoadPlan, folder: string, header: BackupHeader, watch: Watch): Promise<Loaded> {
  const { openPostgresTarget } = await import("#server/store/backup/postgres-target.ts");
  const asideName = plan.replaces
    ? `winnow_replaced_${plan.at.toISOString().replaceAll(/\D/gu, "").slice(0, 14)}`
    : null;
  const url = plan.databaseUrl ?? "";
  const memory = plan.replaces ? await memoryOf({ engine: "postgres", url }) : NOBODY;
  const { target, aside } = await openPostgresTarget(url, header.schemaVersion, { asideName });
  const commit = (): Promise<void> => withKeyFile(folder, plan, () => target.commit());
  return { ...(await fill(target, plan, memory, watch, commit)), aside };
}

async function memoryOf(source: LeadsAddress): Promise<Memory> {
  return {
    erasures: await readOf(source, readErasures),
    suppressions: await readOf(source, readSuppressions),
  };
}

async function readOf<T>(source: LeadsAddress, read: (reader: TableReader) => Promise<T>): Promise<T | null> {
  try {
    const snapshot = await openSnapshot(source);
    try {
      return await read(snapshot);
    } finally {
      await snapshot.close();
    }
  } catch {
    // It is often replaced because it is damaged; whoever restores is told.
    return null;
  }
}

async function fill(
  target: LoadTarget,
  { path, at }: RestorePlan,
  { erasures, suppressions }: Memory,
  watch: Watch,
  commit: () => Promise<void>,
): Promise<Omit<Loaded, "aside">> {
  try {
    const progress = (table: string, rows: number): void => watch.progress("Restoring", table, rows);
    const ends = await loadEntries(readBackup(path), target, { signal: watch.signal, progress });
    await target.migrateOn();
    const kept = erasures === null ? "unreadable" : await keepErasures(erasures, target);
    if (suppressions !== null) await keepSuppressions(suppressions, target);
    const erasedAgain = kept === "kept" ? await eraseReturned(target, at, watch) : 0;
    const held = await target.works.transact(() => holdSends(target.works, at.toISOString()));
    watch.signal.throwIfAborted();
    await commit();
    const rows = ends.reduce((sum, end) => sum + end.rows, 0);
    return {
      rows,
      leads: ends.find(({ table }) => table === "leads")?.rows ?? 0,
      erasures: kept,
      suppressionsKept: suppressions !== null,
      erasedAgain,
      held,
    };
  } catch (error) {
    await target.abandon();
    throw error;
  }
}
