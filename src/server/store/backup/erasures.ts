import { lineOf, type Cell, type TableShape } from "#server/store/backup/cell.ts";
import type { LoadTarget, TableReader } from "#server/store/backup/snapshot.ts";

/** What a database remembers of people who were erased: rows of two tables, by table. */
export type Erasures = ReadonlyMap<string, { shape: TableShape; rows: Cell[][] }>;

/** What became of them: `foreign` when the other database makes its hashes with another salt, so that they say nothing to it. */
export type ErasuresKept = "none" | "kept" | "foreign";

const SALT = "erasure_salt";
const KEYS = "erased_keys";

/** Reads what a database remembers of people who were erased; nothing where nobody ever was. */
export async function readErasures(reader: TableReader): Promise<Erasures> {
  const erasures = new Map<string, { shape: TableShape; rows: Cell[][] }>();
  for (const shape of await reader.tables()) {
    if (shape.name !== SALT && shape.name !== KEYS) continue;
    const rows: Cell[][] = [];
    for await (const some of reader.rows(shape)) rows.push(...some);
    if (rows.length > 0) erasures.set(shape.name, { shape, rows });
  }
  return erasures;
}

/**
 * Adds them to a restored database of this version, so that whoever was erased after the backup was made stays out.
 * A restored database that has erased nobody yet takes the salt, too.
 */
export async function keepErasures(erasures: Erasures, target: LoadTarget): Promise<ErasuresKept> {
  const [salt, keys] = [erasures.get(SALT), erasures.get(KEYS)];
  if (salt === undefined || keys === undefined) return "none";
  const there = await readErasures(target);
  const saltThere = there.get(SALT);
  if (saltThere === undefined) await target.insert(salt.shape, salt.rows);
  else if (saltThere.rows.map(lineOf).join() !== salt.rows.map(lineOf).join()) return "foreign";
  const known = new Set((there.get(KEYS)?.rows ?? []).map(lineOf));
  const missing = keys.rows.filter((row) => !known.has(lineOf(row)));
  if (missing.length > 0) await target.insert(keys.shape, missing);
  return "kept";
}
