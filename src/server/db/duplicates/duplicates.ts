import type { DuplicateEvidence, DuplicateLead, DuplicatePair } from "#shared/contract/leads/duplicate.ts";
import { LIMITS } from "#shared/limits.ts";
import { compareNext, type Matching } from "#server/db/duplicates/compare-leads.ts";
import { dismissPair } from "#server/db/duplicates/dismiss-pair.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { countOf } from "#server/db/engine/lead-count.ts";
import { all, countRows, first, isRowId, run, sql, type Sql, type Work } from "#server/db/engine/sql.ts";
import { rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";

export const DUPLICATE_STATE: Table = { name: "duplicate_state", backup: "all", people: { none: "a number" } };

const PAIR_CODEC = rowCodec({
  id: stored.id(),
  firstId: stored.id(),
  secondId: stored.id(),
  confidence: stored.plain<number>(),
  evidence: stored.json<DuplicateEvidence[]>(),
});

/** Whether both leads of pair `p` exist; pairs of a just-deleted lead haven't been removed yet. */
const BOTH_LIVE = sql`exists (select 1 from leads where id = p.first_id)
  and exists (select 1 from leads where id = p.second_id)`;

const ARE_OPEN = sql`p.is_dismissed = ${false}`;

/** For a lead's few pairs: written so that SQLite looks up the lead rather than scanning all open pairs. */
const IS_OPEN = sql`not p.is_dismissed`;

/** How many queued leads are checked for deletion; with more, the count is exact once the queue is processed. */
const LOOKED_AT = 100;

/** How many pairs `p` have a just-deleted lead. Checking while counting pairs would look up every lead. */
function deadPairs(): Sql {
  const changed = sql`select lead_id from duplicate_changes limit ${LOOKED_AT}`;
  const gone = sql`select lead_id from (${changed}) as changed where not exists (select 1 from leads where id = lead_id)`;
  return sql`(select count(*) from (
    select p.id from (${gone}) gone cross join duplicate_pairs p where p.first_id = gone.lead_id and ${IS_OPEN}
    union
    select p.id from (${gone}) gone cross join duplicate_pairs p where p.second_id = gone.lead_id and ${IS_OPEN}) dead)`;
}

/** Pairs of leads that may be duplicates. */
export function duplicateStore(engine: Engine) {
  return {
    /** Queues all leads for comparison if the matching version has changed. */
    useVersion: (version: number) =>
      engine.transact(function* () {
        const state = yield* first(
          sql<{ version: number }>`select version from duplicate_state ${engine.sql.forUpdate}`,
        );
        if (state?.version === version) return;
        yield* run(sql`insert into duplicate_changes select id from leads where true on conflict (lead_id) do nothing`);
        yield* run(sql`update duplicate_state set version = ${version}`);
      }),

    /** How many leads are queued for comparison, counted up to `upTo`. */
    waiting: (upTo: number) => engine.run(() => countRows(sql`from (select 1 from duplicate_changes limit ${upTo}) c`)),

    /** Compares the next `limit` queued leads with those that share a key. Returns how many; 0 when none were left. */
    compareNext: <I>(limit: number, matching: Matching<I>) =>
      engine.transact(() => compareNext(engine, limit, matching)),

    /** Pairs of existing leads that weren't dismissed, highest confidence first. */
    page: (limit: number, cursor: string | null) =>
      engine.run(function* () {
        const [confidence, id] = cursor?.split(".") ?? [];
        const rest = id === undefined ? sql`` : sql`and (p.confidence, p.id) < (${Number(confidence)}, ${id})`;
        const rows = yield* all(
          sql<StoredRow>`
            select id, first_id, second_id, confidence, evidence from duplicate_pairs p
            where ${ARE_OPEN} ${rest} and ${BOTH_LIVE}
            order by p.confidence desc, p.id desc limit ${limit + 1}`,
        );
        const shown = rows.slice(0, limit);
        const last = shown.at(-1);
        const isWhole = rows.length <= limit || last === undefined;
        return {
          pairs: yield* pairsOfRows(engine, shown),
          nextCursor: isWhole ? null : `${String(last["confidence"])}.${String(last["id"])}`,
        };
      }),

    /** The number of such pairs; and the most recently found one of them, with the arrival time of its younger lead. */
    count: () =>
      engine.run(function* () {
        const upTo = LIMITS.list.exactCountUpTo;
        const counted = yield* first(
          sql<{ n: string | number; dead: string | number }>`
            select count(*) as n, ${deadPairs()} as dead from (
              select p.id from duplicate_pairs p where ${ARE_OPEN} limit ${upTo + 1}) c`,
        );
        const count = countOf(Math.max(0, Number(counted?.n ?? 0) - Number(counted?.dead ?? 0)), upTo);
        // A pair remains until it is compared again, even if its leads are gone.
        const newest = yield* first(
          sql<{ id: string | number; at: string; other: string }>`
            select p.id, a.created_at as at, b.created_at as other
            from duplicate_pairs p join leads a on a.id = p.first_id join leads b on b.id = p.second_id
            where ${ARE_OPEN} order by p.id desc limit 1`,
        );
        if (newest === null || count.count === 0) return { ...count, newest: null };
        const { id, at, other } = newest;
        return { ...count, newest: { id: String(id), at: at > other ? at : other } };
      }),

    /** The pairs of one lead, highest confidence first. */
    ofLead: (leadId: string, limit: number) =>
      engine.run(function* () {
        if (!isRowId(leadId)) return [];
        const rows = yield* all(
          sql<StoredRow>`
            select * from (
              select id, first_id, second_id, confidence, evidence from duplicate_pairs p
              where p.first_id = ${leadId} and ${IS_OPEN} and ${BOTH_LIVE}
              union all
              select id, first_id, second_id, confidence, evidence from duplicate_pairs p
              where p.second_id = ${leadId} and ${IS_OPEN} and ${BOTH_LIVE}) of_lead
            order by confidence desc, id desc limit ${limit}`,
        );
        return yield* pairsOfRows(engine, rows);
      }),

    /**
     * Dismisses a pair for as long as both leads keep their identity, with a journal entry to undo it. Null when there is
     * no such pair; `actId` is null when it was already dismissed.
     */
    dismiss: (id: string, entry: (pair: DuplicatePair) => NewJournalEntry) =>
      engine.transact(function* () {
        if (!isRowId(id)) return null;
        const row = yield* first(
          sql<StoredRow>`
            select * from duplicate_pairs where id = ${id} ${engine.sql.forUpdate}`,
        );
        const [pair] = row === null ? [] : yield* pairsOfRows(engine, [row]);
        if (row === null || pair === undefined) return null;
        if (row["is_dismissed"]) return { actId: null };
        return { actId: yield* dismissPair(engine, pair, entry(pair)) };
      }),
  };
}

/** Loads the pairs with their leads, without pairs that have a deleted lead. */
function* pairsOfRows(engine: Engine, rows: readonly StoredRow[]): Work<DuplicatePair[]> {
  if (rows.length === 0) return [];
  const pairs = rows.map(PAIR_CODEC.toRecord);
  const ids = new Set(pairs.flatMap(({ firstId, secondId }) => [firstId, secondId]));
  const found = yield* all(
    sql<Omit<DuplicateLead, "id"> & { id: string | number }>`
      select id, name, email, company, phone, source, score, status, created_at as "createdAt"
      from leads where ${engine.sql.isOneOf("id", [...ids])}`,
  );
  const leads = new Map(found.map((lead) => [String(lead.id), { ...lead, id: String(lead.id) }]));
  return pairs.flatMap(({ id, firstId, secondId, confidence, evidence }) => {
    const both = [leads.get(firstId), leads.get(secondId)].filter((lead) => lead !== undefined);
    return both.length < 2 ? [] : { id, leads: both, confidence, evidence };
  });
}
