import { hash } from "node:crypto";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, run, sql, type Work } from "#server/db/engine/sql.ts";
import { type Table, ofLeads } from "#server/db/engine/table.ts";

export const DUPLICATE_KEYS: Table = {
  name: "duplicate_keys",
  backup: "all",
  people: ofLeads("Duplicate check keys", ["key", "lead_id"], []),
};

/** Length of the hash that stores a key as a number. */
const KEY_BYTES = 6;

interface KeyRow {
  key: string | number;
  lead_id: string | number;
}

export function keyNumber(key: string): string {
  return String(Buffer.from(hash("sha1", key, "buffer")).readUIntBE(0, KEY_BYTES));
}

/** Replaces the keys of leads; returns the keys each lead gained and lost. */
export function* replaceKeys(
  engine: Engine,
  keysOf: ReadonlyMap<string, ReadonlySet<string>>,
): Work<{ added: string[]; removed: string[] }> {
  const ids = [...keysOf.keys()];
  const rows = yield* all(
    sql<KeyRow>`select key, lead_id from duplicate_keys where ${engine.sql.isOneOf("lead_id", ids)}`,
  );
  const former = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
  for (const { key, lead_id } of rows) former.get(String(lead_id))?.add(String(key));
  const added: { key: string; lead_id: string }[] = [];
  const removed: string[] = [];
  for (const [id, keys] of keysOf) {
    const before = former.get(id) ?? new Set();
    for (const key of keys) if (!before.has(key)) added.push({ key, lead_id: id });
    for (const key of before) {
      if (keys.has(key)) continue;
      removed.push(key);
      yield* run(sql`delete from duplicate_keys where key = ${key} and lead_id = ${id}`);
    }
  }
  // Inserted in key order, so that each index page is written once.
  added.sort((a, b) => Number(a.key) - Number(b.key));
  yield* engine.sql.insertMany("duplicate_keys", added, "on conflict (key, lead_id) do nothing");
  return { added: added.map(({ key }) => key), removed };
}

/** The number of leads per key; keys without leads are omitted. */
export function* countOfKeys(engine: Engine, keys: readonly string[]): Work<Map<string, number>> {
  const rows = yield* all(
    sql<{ key: string | number; n: string | number }>`
      select key, count(*) as n from duplicate_keys where ${engine.sql.isOneOf("key", keys)} group by key`,
  );
  return new Map(rows.map(({ key, n }) => [String(key), Number(n)]));
}

/** The leads of each of these keys. */
export function* leadsOfKeys(engine: Engine, keys: readonly string[]): Work<Map<string, string[]>> {
  const rows = yield* all(
    sql<KeyRow>`select key, lead_id from duplicate_keys where ${engine.sql.isOneOf("key", keys)}`,
  );
  const leads = new Map<string, string[]>();
  for (const { key, lead_id } of rows) {
    leads.set(String(key), [...(leads.get(String(key)) ?? []), String(lead_id)]);
  }
  return leads;
}
