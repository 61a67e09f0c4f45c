import { AppError } from "#server/platform/errors.ts";
import type { BackupEntry, TableEnd } from "#server/db/backup/backup-entry.ts";
import { lineOf, type LoadTarget, TableDigest, type TableShape } from "#server/db/backup/snapshot.ts";

/** Called occasionally with the current table and how many of its rows are loaded. */
export type LoadProgress = (table: string, rows: number) => void;

/**
 * Loads a backup into a database of the backup's version, compares every table with the backup's digest, and returns
 * the table ends; the caller commits or abandons. Throws backup_unfit when a table or column doesn't exist in that
 * version, restore_differs when the data read back differs from the backup, and the abort reason of `signal`.
 */
export async function loadEntries(
  entries: AsyncIterable<BackupEntry>,
  target: LoadTarget,
  options: { progress: LoadProgress; signal: AbortSignal },
): Promise<TableEnd[]> {
  const { progress, signal } = options;
  const shapes = new Map((await target.tables()).map((shape) => [shape.name, shape]));
  const ends: TableEnd[] = [];
  let current: TableShape | null = null;
  let rows = 0;
  for await (const entry of entries) {
    signal.throwIfAborted();
    if (entry.kind === "table") {
      current = fitting(shapes.get(entry.table), entry);
      rows = 0;
      await target.empty(current.name);
    } else if (entry.kind === "rows" && current !== null) {
      await target.insert(current, entry.cells);
      rows += entry.cells.length;
      progress(current.name, rows);
    } else if (entry.kind === "end") {
      await target.setLastId(entry.table, entry.lastId);
      ends.push(entry);
    }
  }
  await target.derive();
  signal.throwIfAborted();
  for (const end of ends) await compare(end, shapes, target, signal);
  const leads = ends.find(({ table }) => table === "leads")?.rows ?? 0;
  if ((await target.tallied()) !== leads) throw differs("the tallies of leads");
  return ends;
}

function fitting(shape: TableShape | undefined, entry: Extract<BackupEntry, { kind: "table" }>): TableShape {
  if (shape !== undefined && shape.columns.join() === entry.columns.join()) return shape;
  throw new AppError(
    "backup_unfit",
    409,
    `The backup's table ${entry.table} doesn't match its database version. Restore it with the build of Winnow that made it.`,
  );
}

async function compare(
  end: TableEnd,
  shapes: ReadonlyMap<string, TableShape>,
  target: LoadTarget,
  signal: AbortSignal,
): Promise<void> {
  const shape = shapes.get(end.table);
  if (shape === undefined) throw differs(end.table);
  const digest = new TableDigest();
  for await (const cells of target.rows(shape)) {
    signal.throwIfAborted();
    for (const row of cells) digest.add(lineOf(row));
  }
  const lastId = await target.lastId(end.table);
  if (digest.rows !== end.rows || digest.hex !== end.digest || lastId !== end.lastId) throw differs(end.table);
}

function differs(what: string): AppError {
  return new AppError(
    "restore_differs",
    500,
    `The restored data doesn't match the backup (${what}). Nothing was restored. Check the disk and try again.`,
  );
}
