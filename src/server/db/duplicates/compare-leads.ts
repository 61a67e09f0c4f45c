import { hash } from "node:crypto";
import type { DuplicateEvidence } from "#shared/contract/leads/duplicate.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { countOfKeys, keyNumber, leadsOfKeys, replaceKeys } from "#server/db/duplicates/duplicate-keys.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, allIds, run, sql, type Work } from "#server/db/engine/sql.ts";
import { type Table, ofLeads } from "#server/db/engine/table.ts";

/** The stored fields that identify a lead. */
export type ComparedLead = Pick<StoredLead, "id" | "name" | "company" | "scrapeUrl" | "emailKey" | "phoneKey">;

/** The matching of leads; both functions are pure. */
export interface Matching<I> {
  /** The data to compare, and the keys under which a lead is matched with others. */
  identify(lead: ComparedLead): { identity: I; keys: ReadonlySet<string> };
  /** The evidence that two leads are the same person; null when there is too little. */
  compare(
    first: I,
    second: I,
    isDistinctive: (key: string) => boolean,
  ): { confidence: number; evidence: DuplicateEvidence[] } | null;
}

export const DUPLICATE_CHANGES: Table = {
  name: "duplicate_changes",
  backup: "all",
  people: ofLeads("Waiting for duplicate check", ["lead_id"], []),
};

export const DUPLICATE_PAIRS: Table = {
  name: "duplicate_pairs",
  backup: "all",
  people: {
    kind: "Possible duplicates",
    key: ["id"],
    leads: ["first_id", "second_id"],
    texts: ["evidence"],
    ofPerson: "delete",
    mentioning: "redact",
  },
};

/** A key shared by more leads is too common to be evidence and is skipped. */
const MOST_OF_A_KEY = 20;

const REPLACE_PAIR = `on conflict (first_id, second_id) do update set confidence = excluded.confidence,
  evidence = excluded.evidence, is_dismissed = excluded.is_dismissed`;

interface Known<I> {
  lead: ComparedLead;
  identity: I;
  /** By the number under which the key is stored. */
  keys: ReadonlyMap<string, string>;
}

/**
 * Compares the next changed leads with those that share a distinctive key, and stores the pairs. The result depends
 * only on the leads, not on their order: when a key becomes too common, or distinctive again, its other leads are
 * compared again. Returns how many leads were taken from the queue.
 */
export function* compareNext<I>(engine: Engine, limit: number, matching: Matching<I>): Work<number> {
  const ids = yield* takeChanged(limit);
  if (ids.length === 0) return 0;
  const changed = yield* knownLeads(engine, ids, matching, true);
  const keysOf = new Map(ids.map((id) => [id, new Set(changed.get(id)?.keys.keys())]));
  const { added, removed } = yield* replaceKeys(engine, keysOf);
  const counts = yield* countOfKeys(engine, [
    ...new Set([...[...keysOf.values()].flatMap((keys) => [...keys]), ...removed]),
  ]);
  yield* compareAgain(engine, keysThatCrossed(counts, added, removed), new Set(ids));

  const isDistinctive = (key: string): boolean => (counts.get(key) ?? 0) <= MOST_OF_A_KEY;
  const distinctive = [...counts.keys()].filter((key) => isDistinctive(key) && (counts.get(key) ?? 0) > 1);
  const met = yield* leadsOfKeys(engine, distinctive);
  const others = new Set([...met.values()].flat().filter((id) => !keysOf.has(id)));
  const known = new Map([...changed, ...(yield* knownLeads(engine, [...others], matching, false))]);
  yield* writePairs(
    engine,
    ids,
    pairsOf(ids, known, met, matching, (key) => isDistinctive(keyNumber(key))),
  );
  return ids.length;
}

/** Dequeues before the leads are read, so that a lead changed after that is queued again. */
function* takeChanged(limit: number): Work<string[]> {
  const ids = yield* allIds(sql`
    delete from duplicate_changes where lead_id in (select lead_id from duplicate_changes order by lead_id limit ${limit})
    returning lead_id`);
  return ids.toSorted(byAge);
}

function* knownLeads<I>(
  engine: Engine,
  ids: readonly string[],
  matching: Matching<I>,
  toChange: boolean,
): Work<Map<string, Known<I>>> {
  const known = new Map<string, Known<I>>();
  if (ids.length === 0) return known;
  // Locked to wait for a change in progress and see its result.
  const rows = yield* all(
    sql<Omit<ComparedLead, "id"> & { id: string | number }>`
      select id, name, company, scrape_url as "scrapeUrl", email_key as "emailKey", phone_key as "phoneKey"
      from leads where ${engine.sql.isOneOf("id", ids)} order by id ${toChange ? engine.sql.forUpdate : sql``}`,
  );
  for (const row of rows) {
    const lead = { ...row, id: String(row.id) };
    const { identity, keys } = matching.identify(lead);
    known.set(lead.id, { lead, identity, keys: new Map([...keys].map((key) => [keyNumber(key), key])) });
  }
  return known;
}

/** The keys that became too common, or distinctive again, by gaining or losing leads. */
function keysThatCrossed(
  counts: ReadonlyMap<string, number>,
  added: readonly string[],
  removed: readonly string[],
): string[] {
  const changes = new Map<string, number>();
  for (const key of added) changes.set(key, (changes.get(key) ?? 0) + 1);
  for (const key of removed) changes.set(key, (changes.get(key) ?? 0) - 1);
  return [...changes].flatMap(([key, change]) => {
    const now = counts.get(key) ?? 0;
    return now > MOST_OF_A_KEY === now - change > MOST_OF_A_KEY ? [] : [key];
  });
}

function* compareAgain(engine: Engine, keys: readonly string[], except: ReadonlySet<string>): Work<void> {
  if (keys.length === 0) return;
  const ids = new Set([...(yield* leadsOfKeys(engine, keys)).values()].flat().filter((id) => !except.has(id)));
  const rows = [...ids].map((id) => ({ lead_id: id }));
  yield* engine.sql.insertMany("duplicate_changes", rows, "on conflict (lead_id) do nothing");
}

interface FoundPair {
  first_id: string;
  second_id: string;
  confidence: number;
  evidence: string;
  identity: string;
}

function pairsOf<I>(
  ids: readonly string[],
  known: ReadonlyMap<string, Known<I>>,
  met: ReadonlyMap<string, readonly string[]>,
  matching: Matching<I>,
  isDistinctive: (key: string) => boolean,
): FoundPair[] {
  const pairs = new Map<string, FoundPair>();
  for (const id of ids) {
    const lead = known.get(id);
    for (const key of lead?.keys.keys() ?? []) {
      for (const otherId of met.get(key) ?? []) {
        const other = known.get(otherId);
        if (lead === undefined || other === undefined || otherId === id) continue;
        const [first, second] = byAge(id, otherId) < 0 ? [lead, other] : [other, lead];
        const name = `${first.lead.id} ${second.lead.id}`;
        if (pairs.has(name)) continue;
        const found = matching.compare(first.identity, second.identity, isDistinctive);
        if (found === null) continue;
        pairs.set(name, {
          first_id: first.lead.id,
          second_id: second.lead.id,
          confidence: found.confidence,
          evidence: JSON.stringify(found.evidence),
          identity: pairIdentity(first.lead, second.lead),
        });
      }
    }
  }
  return [...pairs.values()];
}

/** Replaces all pairs of these leads. Dismissed pairs stay dismissed while both leads keep their identity. */
function* writePairs(engine: Engine, ids: readonly string[], pairs: readonly FoundPair[]): Work<void> {
  const { isOneOf } = engine.sql;
  const firsts = pairs.map(({ first_id }) => first_id);
  const dismissals =
    pairs.length === 0
      ? []
      : yield* all(
          sql<{ first_id: string | number; second_id: string | number; identity: string }>`
            select first_id, second_id, identity from duplicate_dismissals where ${isOneOf("first_id", firsts)}`,
        );
  const dismissed = new Set(dismissals.map((row) => `${row.first_id} ${row.second_id} ${row.identity}`));
  const former = yield* all(
    sql<{ id: string | number; first_id: string | number; second_id: string | number }>`
      select id, first_id, second_id from duplicate_pairs where ${isOneOf("first_id", ids)}
      union select id, first_id, second_id from duplicate_pairs where ${isOneOf("second_id", ids)}`,
  );
  const found = new Set(pairs.map(({ first_id, second_id }) => `${first_id} ${second_id}`));
  const gone = former.filter(({ first_id, second_id }) => !found.has(`${first_id} ${second_id}`));
  if (gone.length > 0) {
    const goneIds = gone.map(({ id }) => String(id));
    yield* run(sql`delete from duplicate_pairs where ${isOneOf("id", goneIds)}`);
  }
  const rows = pairs.map(({ identity, ...pair }) => ({
    ...pair,
    is_dismissed: dismissed.has(`${pair.first_id} ${pair.second_id} ${identity}`),
  }));
  yield* engine.sql.insertMany("duplicate_pairs", rows, REPLACE_PAIR);
}

/** A fingerprint of two leads' identities, which shows later whether they have changed. */
export function pairIdentity(first: ComparedLead, second: ComparedLead): string {
  const distinctive = [first, second].map((lead) => [
    lead.name,
    lead.company,
    lead.scrapeUrl,
    lead.emailKey,
    lead.phoneKey,
  ]);
  return hash("sha1", JSON.stringify(distinctive), "base64url").slice(0, 16);
}

/** Ids grow, so the shorter or smaller number is the older lead. */
function byAge(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
