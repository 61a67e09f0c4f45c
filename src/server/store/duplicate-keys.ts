import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** Leads by the keys that they share; a key is kept as a number, for which its text is hashed. */
const KEY_BYTES = 6;

export function keyNumber(key: string): string {
  return String(Buffer.from(hash("sha1", key, "buffer")).readUIntBE(0, KEY_BYTES));
}

/** Gives leads these keys and no others; answers the keys that each has come under, and those that it has left. */
export function* replaceKeys(
  engine: Engine,
  keysOf: ReadonlyMap<string, ReadonlySet<string>>,
): Work<{ added: string[]; removed: string[] }> {
  const ids = [...keysOf.keys()];
  const rows = yield* all(
    engine.build.selectFrom("duplicate_keys").selectAll().where(engine.sql.isOneOf("lead_id", ids)),
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
      yield* run(engine.build.deleteFrom("duplicate_keys").where("key", "=", key).where("lead_id", "=", id));
    }
  }
  // In the order in which they are kept, so that a page is written once.
  added.sort((a, b) => Number(a.key) - Number(b.key));
  yield* engine.sql.insertMany("duplicate_keys", added, "on conflict (key, lead_id) do nothing");
  return { added: added.map(({ key }) => key), removed };
}

/** How many leads each of these keys has; keys that none has are left out. */
export function* countOfKeys(engine: Engine, keys: readonly string[]): Work<Map<string, number>> {
  const rows = yield* all(
    sql<{ key: string | number; n: string | number }>`
      select key, count(*) as n from duplicate_keys where ${engine.sql.isOneOf("key", keys)} group by key`,
  );
  return new Map(rows.map(({ key, n }) => [String(key), Number(n)]));
}

/** The leads of each of these keys. */
export function* leadsOfKeys(engine: Engine, keys: readonly string[]): Work<Map<string, string[]>> {
  const rows = yield* all(engine.build.selectFrom("duplicate_keys").selectAll().where(engine.sql.isOneOf("key", keys)));
  const leads = new Map<string, string[]>();
  for (const { key, lead_id } of rows) {
    leads.set(String(key), [...(leads.get(String(key)) ?? []), String(lead_id)]);
  }
  return leads;
}
