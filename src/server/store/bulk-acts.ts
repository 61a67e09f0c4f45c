import { sql } from "kysely";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { Engine } from "#server/store/engine.ts";
import { countOpen, endUndo, undoActStep, type ActUndoEnd, type ActUndoStep } from "#server/store/bulk-undo.ts";
import { findLeadPage } from "#server/store/find-lead-page.ts";
import { writeJournal } from "#server/store/journal-rows.ts";
import { criteriaFor, type LeadChoice } from "#server/store/lead-filter.ts";
import { orderOf, type LeadPosition } from "#server/store/lead-order.ts";
import { positionOf } from "#server/store/lead-page.ts";
import { removeLeads } from "#server/store/lead-removal.ts";
import { lockedLeads } from "#server/store/lead-rows.ts";
import type { ManyUndo } from "#server/store/journal-types.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import type { Undoing } from "#server/store/undo/undo-kind.ts";
import { all, run, type Work } from "#server/store/work.ts";

const IDS_AT_ONCE = 5_000;

/** How far an act on many leads is; its entry in the journal is made with the first lead that it changes. */
export interface ActSoFar {
  actId: string | null;
  changed: number;
}

/** What is written of an act in the journal, by how many leads it has changed. */
export type Told = (changed: number) => NewJournalEntry;

/**
 * A person's acts on many leads, some of them at a time, each time in one transaction with what taking them back needs
 * and with the journal's one entry, which tells how many it is by then.
 */
export interface BulkActStore {
  /** The leads of a filter or with given ids, some at a time, each once. */
  ids(choice: LeadChoice): AsyncIterable<string[]>;
  /** Decides the status of those of these leads that are there and have another, or have it by a rule. */
  setStatus(ids: readonly string[], status: LeadStatus, soFar: ActSoFar, told: Told): Promise<ActSoFar>;
  /** Removes those of these leads that are there, leaving tombstones. */
  remove(ids: readonly string[], soFar: ActSoFar, told: Told): Promise<ActSoFar>;
  /** How many leads the act is yet to be taken back for. */
  countOpen(actId: string): Promise<number>;
  /** Takes the act back for the next `limit` leads with an id above `afterId`. */
  undoStep(actId: string, afterId: string | null, limit: number, undoing: Undoing): Promise<ActUndoStep>;
  /** Says in the journal that the act was taken back; when that could be done for no lead, it can be tried again. */
  endUndo(actId: string, undoing: Pick<Undoing, "by" | "at">): Promise<ActUndoEnd>;
}

export function bulkActStore(engine: Engine): BulkActStore {
  return {
    async *ids(choice) {
      const criteria = await engine.run(() => criteriaFor(choice));
      const query = { criteria, order: orderOf("createdAt", criteria), limit: IDS_AT_ONCE, columns: sql`1` };
      for (let after: LeadPosition | null = null; ;) {
        const rows = await findLeadPage(engine, { ...query, after });
        yield rows.map(([id]) => String(id));
        const last = rows.at(-1);
        if (last === undefined || rows.length < IDS_AT_ONCE) return;
        after = positionOf(query.order, last);
      }
    },

    setStatus: (ids, status, soFar, told) => engine.transact(() => setStatus(engine, ids, status, soFar, told)),

    remove: (ids, soFar, told) =>
      engine.transact(function* () {
        const leads = yield* lockedLeads(engine, ids);
        if (leads.length === 0) return soFar;
        const { actId, changed } = yield* tellAct(engine, soFar, leads.length, told);
        const removals = yield* removeLeads(engine, leads);
        yield* engine.sql.insertMany(
          "act_changes",
          removals.map((removal) => ({
            act_id: actId,
            lead_id: removal.lead.id,
            undo: JSON.stringify({ kind: "removal", ...removal }),
          })),
        );
        return { actId, changed };
      }),

    countOpen: (actId) => engine.run(() => countOpen(actId)),

    undoStep: (actId, afterId, limit, undoing) => undoActStep(engine, actId, afterId, limit, undoing),

    endUndo: (actId, undoing) => engine.transact(() => endUndo(engine, actId, undoing)),
  };
}

function* setStatus(
  engine: Engine,
  ids: readonly string[],
  status: LeadStatus,
  soFar: ActSoFar,
  told: Told,
): Work<ActSoFar> {
  const others = sql<{ id: string | number }>`
    select id from leads
    where ${engine.sql.isOneOf("id", ids)} and (status <> ${status} or status_set_by <> 'person')
    order by id ${engine.sql.forUpdate}`;
  const changing = (yield* all(others)).map(({ id }) => String(id));
  if (changing.length === 0) return soFar;
  const { actId, changed } = yield* tellAct(engine, soFar, changing.length, told);
  const isChanging = engine.sql.isOneOf("id", changing);
  const after = JSON.stringify({ status, statusSetBy: "person" });
  yield* run(sql`
    insert into act_changes (act_id, lead_id, undo)
    select cast(${actId} as bigint), id, '{"kind":"change","before":{"status":"' || status
      || '","statusSetBy":"' || status_set_by || '"},"after":' || ${after} || '}'
    from leads where ${isChanging}`);
  const { at } = told(changed);
  yield* run(sql`
    update leads set status = ${status}, status_set_by = 'person', updated_at = ${at}, revision = revision + 1
    where ${isChanging}`);
  return { actId, changed };
}

/** The act's entry in the journal, with `more` leads than so far. */
export function* tellAct(
  engine: Engine,
  soFar: ActSoFar,
  more: number,
  told: Told,
): Work<{ actId: string; changed: number }> {
  const changed = soFar.changed + more;
  const entry = told(changed);
  const kept: ManyUndo = { kind: "many", leads: changed };
  if (soFar.actId === null) return { actId: yield* writeJournal(engine, entry, kept), changed };
  const { title, description } = entry;
  const row = { title, description, undo: JSON.stringify(kept) };
  yield* run(engine.build.updateTable("journal").set(row).where("id", "=", soFar.actId));
  return { actId: soFar.actId, changed };
}
