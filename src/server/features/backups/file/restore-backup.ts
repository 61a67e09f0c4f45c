import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { AppError } from "#server/platform/errors.ts";
import type { BackupHeader } from "#server/features/backups/file/backup-format.ts";
import { newerBackup } from "#server/features/backups/file/backup-errors.ts";
import { checkSeal } from "#server/features/backups/file/backup-seal.ts";
import { eraseReturned } from "#server/features/backups/file/erase-returned.ts";
import { planKey, withKeyFile, type KeyPlan } from "#server/features/backups/file/key-file.ts";
import { openSnapshot, type Watch } from "#server/features/backups/file/make-backup.ts";
import { readBackup, readBackupHeader } from "#server/features/backups/file/read-backup.ts";
import { putInPlace, refuseTaken } from "#server/db/backup/sqlite-place.ts";
import { keepErasures, readErasures, type Erasures, type ErasuresKept } from "#server/db/backup/erasures.ts";
import { holdSends, type HeldSends } from "#server/db/backup/hold-sends.ts";
import { keepSuppressions, readSuppressions, type Suppressions } from "#server/db/backup/suppressions.ts";
import { loadEntries } from "#server/db/backup/load-entries.ts";
import type { LoadTarget, TableReader } from "#server/db/backup/snapshot.ts";
import { openSqliteTarget } from "#server/db/backup/sqlite-target.ts";
import { inFolder, lockDataFolder, restoringFolder } from "#server/db/data-folder.ts";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";
import { sizeOf } from "#server/db/sqlite/sqlite-check.ts";
import { migrationTo, SCHEMA_VERSION } from "#server/db/migrations/list.ts";
import { BASELINE_VERSION } from "#server/db/migrations/pending-migrations.ts";

export interface RestorePlan {
  path: string;
  dataDir: string;
  /** If set, only the key goes into the data folder. */
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  /** Whether to set existing data aside instead of refusing. */
  replaces: boolean;
  at: Date;
  /** Called if the backup brings a new key. */
  passphrase: () => Promise<string>;
}

export interface RestoredBackup {
  header: BackupHeader;
  rows: number;
  leads: number;
  /** The file or schema with the previous data; null if there was none. */
  aside: string | null;
  /** Whether erasures in the previous data were kept; `unreadable` if it was too damaged. */
  erasures: ErasuresKept | "unreadable";
  /** Whether the previous data's unsubscribes were readable. */
  suppressionsRetained: boolean;
  /** How many people in the backup were erased again. */
  erasedAgain: number;
  /** What is on hold because it may have been sent since the backup. */
  held: HeldSends;
  /** Whether the current key can read the backup's secrets. */
  secretsReadable: boolean;
}

/**
 * Restores a backup into an empty data folder or database, or replaces existing data, compares every table and migrates
 * to this version, all or nothing. Throws backup_unreadable, backup_damaged, backup_newer, backup_older,
 * data_folder_in_use, data_folder_not_empty, database_in_use, database_not_empty, passphrase_wrong, key_differs,
 * restore_differs, and the signal's reason.
 */
export async function restoreBackup(plan: RestorePlan, watch: Watch): Promise<RestoredBackup> {
  const { path, dataDir } = plan;
  const header = await readBackupHeader(path);
  refuseOtherVersions(header, path);
  watch.progress("Checking", path, 0);
  await checkSeal(path, watch.signal);
  const folder = resolve(dataDir);
  inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const keyPlan = await planKey(header, { dataDir: folder, secretKey: plan.secretKey }, plan.passphrase);
  const load = plan.databaseUrl === undefined ? intoFolder : intoPostgres;
  const loaded = await load({ ...plan, key: keyPlan.key }, folder, header, watch);
  return { header, ...loaded, secretsReadable: keyPlan.readable };
}

function refuseOtherVersions({ schemaVersion, lastMigration }: BackupHeader, path: string): void {
  if (migrationTo(schemaVersion)?.name === lastMigration) return;
  if (schemaVersion < BASELINE_VERSION) {
    throw new AppError(
      "backup_older",
      409,
      `${path} was made by a version of Winnow older than 0.1 (database version ${schemaVersion}; this one starts at ${BASELINE_VERSION}). Restore it with version 0.1, then back that up.`,
    );
  }
  throw newerBackup(path, `its database version is ${schemaVersion}; this one supports ${SCHEMA_VERSION}`);
}

/** Erasures, unsubscribes and the last lead's id of a replaced database; null if unreadable. */
interface Memory {
  erasures: Erasures | null;
  suppressions: Suppressions | null;
  /** Also null when no database is replaced: leads may have been added elsewhere since the backup. */
  lastLeadId: number | null;
}

const NOBODY: Memory = { erasures: new Map(), suppressions: new Map(), lastLeadId: null };
const LOST: Memory = { erasures: null, suppressions: null, lastLeadId: null };
/** Surely more leads than were added since the backup. */
const MOST_UNKNOWN_LEADS = 1_000_000;

type LoadPlan = RestorePlan & Pick<KeyPlan, "key">;
type Loaded = Omit<RestoredBackup, "header" | "secretsReadable">;

async function intoFolder(plan: LoadPlan, folder: string, header: BackupHeader, watch: Watch): Promise<Loaded> {
  const unlock = inFolder(folder, () => lockDataFolder(folder));
  const making = restoringFolder(folder);
  const made = join(making, "winnow.db");
  try {
    // A killed restore may have left files.
    rmSync(making, { recursive: true, force: true });
    mkdirSync(making, { mode: 0o700 });
    if (!plan.replaces) refuseTaken(folder);
    const memory = await memoryIn(folder);
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
  const { openPostgresTarget } = await import("#server/db/backup/postgres-target.ts");
  const asideName = plan.replaces
    ? `winnow_replaced_${plan.at.toISOString().replaceAll(/\D/gu, "").slice(0, 14)}`
    : null;
  const url = plan.databaseUrl ?? "";
  const memory = plan.replaces ? await memoryOf({ engine: "postgres", url }) : NOBODY;
  const { target, aside } = await openPostgresTarget(url, header.schemaVersion, { asideName });
  const commit = (): Promise<void> => withKeyFile(folder, plan, () => target.commit());
  return { ...(await fill(target, plan, memory, watch, commit)), aside };
}

/** A folder's memory, or LOST if its database is gone. */
async function memoryIn(folder: string): Promise<Memory> {
  const file = join(folder, "winnow.db");
  if (sizeOf(file) > 0) return memoryOf({ engine: "sqlite", file });
  return existsSync(file) || existsSync(join(folder, "secret.key")) ? LOST : NOBODY;
}

async function memoryOf(source: LeadsAddress): Promise<Memory> {
  return {
    erasures: await readOf(source, readErasures),
    suppressions: await readOf(source, readSuppressions),
    lastLeadId: await readOf(source, async (reader) => (await reader.lastId("leads")) ?? 0),
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
    // Often the reason for a restore; the result says so.
    return null;
  }
}

async function fill(
  target: LoadTarget,
  { path, at }: RestorePlan,
  { erasures, suppressions, lastLeadId }: Memory,
  watch: Watch,
  commit: () => Promise<void>,
): Promise<Omit<Loaded, "aside">> {
  try {
    const progress = (table: string, rows: number): void => watch.progress("Restoring", table, rows);
    const ends = await loadEntries(readBackup(path), target, { signal: watch.signal, progress });
    await target.migrateOn();
    await skipGivenIds(target, lastLeadId);
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
      suppressionsRetained: suppressions !== null,
      erasedAgain,
      held,
    };
  } catch (error) {
    await target.abandon();
    throw error;
  }
}

/** Webhooks, CRMs and links still use the ids of leads added since the backup, so new leads don't get those. */
async function skipGivenIds(target: LoadTarget, lastGiven: number | null): Promise<void> {
  const last = (await target.lastId("leads")) ?? 0;
  const next = Math.max(last, lastGiven ?? last + MOST_UNKNOWN_LEADS);
  if (next > 0) await target.setLastId("leads", next);
}
