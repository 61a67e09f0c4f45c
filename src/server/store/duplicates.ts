import { sql, type RawBuilder } from "kysely";
import type { DuplicateEvidence, DuplicateLead, DuplicatePair } from "#shared/contract/duplicate.ts";
import { LIMITS } from "#shared/limits.ts";
import { compareNext } from "#server/store/compare-leads.ts";
import { dismissPair } from "#server/store/dismiss-pair.ts";
import type { DuplicateStore } from "#server/store/duplicate-types.ts";
import type { Engine } from "#server/store/engine.ts";
import { countOf } from "#server/store/lead-page.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

interface PairRow {
  id: string | number;
  first_id: string | number;
  second_id: string | number;
  confidence: number;
  evidence: string;
}

/** Whether both leads of the pair `p` are there: one that was deleted just now is still to be taken out of the pairs. */
const BOTH_LIVE = sql`exists (select 1 from leads where id = p.first_id)
  and exists (select 1 from leads where id = p.second_id)`;

/** Of a lead's few pairs: written so that SQLite looks for the lead rather than through all pairs that are open. */
const IS_OPEN = sql`not p.is_dismissed`;

/** So many leads that are to be compared are looked at for deleted ones: of more, the count follows once they are. */
const LOOKED_AT = 100;

/** How many pairs `p` have a lead that was deleted just now; counting around them would look each of the leads up. */
function deadPairs(): RawBuilder<number> {
  const changed = sql`select lead_id from duplicate_changes limit ${LOOKED_AT}`;
  const gone = sql`select lead_id from (${changed}) as changed where not exists (select 1 from leads where id = lead_id)`;
  return sql`(select count(*) from (
    select p.id from (${gone}) gone cross join duplicate_pairs p where p.first_id = gone.lead_id and ${IS_OPEN}
    union
    select p.id from (${gone}) gone cross join duplicate_pairs p where p.second_id = gone.lead_id and ${IS_OPEN}) dead)`;
}

/** Which leads may be duplicates of each other. */
export function duplicateStore(engine: Engine): DuplicateStore {
  const isDismissed = (is: boolean): RawBuilder<boolean> => sql`p.is_dismissed = ${is}`;
  return {
    useVersion: (version) =>
      engine.transact(function* () {
        const state = yield* first(
          sql<{ version: number }>`select version from duplicate_state ${engine.sql.forUpdate}`,
        );
        if (state?.version === version) return;
        yield* run(sql`insert into duplicate_changes select id from leads where true on conflict (lead_id) do nothing`);
        yield* run(sql`update duplicate_state set version = ${version}`);
      }),

    async waiting(upTo) {
      const counted = sql<{ n: string | number }>`
        select count(*) as n from (select 1 from duplicate_changes limit ${upTo}) c`;
      return Number((await engine.run(() => first(counted)))?.n ?? 0);
    },

    compareNext: (limit, matching) => engine.transact(() => compareNext(engine, limit, matching)),

    page: (limit, cursor) =>
      engine.run(function* () {
        const [confidence, id] = cursor?.split(".") ?? [];
        const rest = id === undefined ? sql`` : sql`and (p.confidence, p.id) < (${Number(confidence)}, ${id})`;
        const rows = yield* all(
          sql<PairRow>`
            select id, first_id, second_id, confidence, evidence from duplicate_pairs p
            where ${isDismissed(false)} ${rest} and ${BOTH_LIVE}
            order by p.confidence desc, p.id desc limit ${limit + 1}`,
        );
        const shown = rows.slice(0, limit);
        const last = shown.at(-1);
        const isWhole = rows.length <= limit || last === undefined;
        return {
          pairs: yield* pairsOfRows(engine, shown),
          nextCursor: isWhole ? null : `${last.confidence}.${last.id}`,
        };
      }),

    count: () =>
      engine.run(function* () {
        const upTo = LIMITS.list.exactCountUpTo;
        const counted = yield* first(
          sql<{ n: string | number; dead: string | number }>`
            select count(*) as n, ${deadPairs()} as dead from (
              select p.id from duplicate_pairs p where ${isDismissed(false)} limit ${upTo + 1}) c`,
        );
        const count = countOf(Math.max(0, Number(counted?.n ?? 0) - Number(counted?.dead ?? 0)), upTo);
        // A pair stays until it is compared again, also when its leads have gone.
        const newest = yield* first(
          sql<{ id: string | number; at: string; other: string }>`
            select p.id, a.created_at as at, b.created_at as other
            from duplicate_pairs p join leads a on a.id = p.first_id join leads b on b.id = p.second_id
            where ${isDismissed(false)} order by p.id desc limit 1`,
        );
        if (newest === null || count.count === 0) return { ...count, newest: null };
        const { id, at, other } = newest;
        return { ...count, newest: { id: String(id), at: at > other ? at : other } };
      }),

    ofLead: (leadId, limit) =>
      engine.run(function* () {
        if (!isRowId(leadId)) return [];
        const rows = yield* all(
          sql<PairRow>`
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

    dismiss: (id, entry) =>
      engine.transact(function* () {
        if (!isRowId(id)) return null;
        const row = yield* first(
          sql<PairRow & { is_dismissed: boolean | number }>`
            select * from duplicate_pairs where id = ${id} ${engine.sql.forUpdate}`,
        );
        const [pair] = row === null ? [] : yield* pairsOfRows(engine, [row]);
        if (row === null || pair === undefined) return null;
        if (row.is_dismissed) return { actId: null };
        return { actId: yield* dismissPair(engine, pair, entry(pair)) };
      }),
  };
}

/** The pairs with their leads, without those of which one has been deleted. */
function* pairsOfRows(engine: Engine, rows: readonly PairRow[]): Work<DuplicatePair[]> {
  if (rows.length === 0) return [];
  const ids = new Set(rows.flatMap(({ first_id, second_id }) => [String(first_id), String(second_id)]));
  const found = yield* all(
    sql<Omit<DuplicateLead, "id"> & { id: string | number }>`
      select id, name, email, company, phone, source, score, status, created_at as "createdAt"
      from leads where ${engine.sql.isOneOf("id", [...ids])}`,
  );
  const leads = new Map(found.map((lead) => [String(lead.id), { ...lead, id: String(lead.id) }]));
  return rows.flatMap(({ id, first_id, second_id, confidence, evidence }) => {
    const both = [leads.get(String(first_id)), leads.get(String(second_id))].filter((lead) => lead !== undefined);
    if (both.length < 2) return [];
    return {
      id: String(id),
      leads: both,
      confidence,
      // Only compareNext writes this column.
      evidence: JSON.parse(evidence) as DuplicateEvidence[],
    };
  });
}
