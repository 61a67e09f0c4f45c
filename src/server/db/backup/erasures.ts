import { type Cell, lineOf, type LoadTarget, type TableReader, type TableShape } from "#server/db/backup/snapshot.ts";

/** A database's records of erased people: rows of two tables, by table. */
export type Erasures = ReadonlyMap<string, { shape: TableShape; rows: Cell[][] }>;

/** The result: `foreign` when the other database hashes with a different salt, so the records are useless to it. */
export type ErasuresKept = "none" | "kept" | "foreign";

const SALT = "erasure_salt";
const KEYS = "erased_keys";

/** Reads a database's records of erased people; empty when no one was ever erased. */
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
 * Adds them to a restored database of this version, so that people erased after the backup stay erased. A restored
 * database without erasures takes the salt too.
 */
export async function keepErasures(erasures: Erasures, target: LoadTarget): Promise<ErasuresKept> {
  const [salt, keys] = [erasures.get(SALT), erasures.get(KEYS)];
  if (salt === undefined || keys === undefined) return "none";
  const there = await readErasures(target);
  const saltThere = there.get(SALT);
  if (saltThere === undefined) await target.insert(salt.shape, salt.rows);
  else if (saltThere.rows.map(lineOf).join() !== salt.rows.map(lineOf).join()) return "foreign";
  // The same person may have been erased again since.
  const places = ["key_hash", "person_hash"].map((column) => keys.shape.columns.indexOf(column));
  const keyOf = (row: readonly Cell[]): string => lineOf(places.map((place) => row[place] ?? null));
  const known = new Set((there.get(KEYS)?.rows ?? []).map(keyOf));
  const missing = keys.rows.filter((row) => !known.has(keyOf(row)));
  if (missing.length > 0) await target.insert(keys.shape, missing);
  return "kept";
}
