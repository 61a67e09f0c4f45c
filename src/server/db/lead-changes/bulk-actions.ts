import type { LeadStatus } from "#shared/lead-status.ts";
import { despiteConflicts } from "#server/db/engine/lead-conflict.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { changeMany, writeEntry, type ActionProgress, type EntryOf } from "#server/db/lead-changes/bulk-change.ts";
import { countOpen, endUndo, undoActionStep } from "#server/db/lead-changes/bulk-undo.ts";
import { findLeadPage } from "#server/db/leads/find-lead-page.ts";
import { criteriaFor, type LeadChoice } from "#server/db/leads/lead-filter.ts";
import { orderOf, type LeadPosition } from "#server/db/leads/lead-order.ts";
import { positionOf } from "#server/db/leads/lead-page.ts";
import { type LeadOwner, owned, requireOwners } from "#server/db/leads/lead-owner.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { type Assign, assignByRules, isUnassigned, writeAssignments } from "#server/db/assignment/assignment.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import { removeLeads } from "#server/db/lead-changes/lead-removal.ts";
import { lockedLeads } from "#server/db/leads/lead-rows.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import type { Undoing } from "#server/db/journal/undo-kind.ts";
import { ownerEvent, recordEvents, statusEvent } from "#server/db/outbox/record-events.ts";
import type { Table } from "#server/db/engine/table.ts";
import { all, run, sql } from "#server/db/engine/sql.ts";
import { usernameKey } from "#shared/username-key.ts";

export const ACTION_CHANGES: Table = {
  name: "act_changes",
  backup: "all",
  people: {
    kind: "Bulk changes",
    key: ["act_id", "lead_id"],
    leads: ["lead_id"],
    texts: ["undo"],
    // Undo would restore the redaction mark instead of the address.
    ofPerson: "delete",
  },
};

const IDS_AT_ONCE = 5_000;

/**
 * Bulk actions on leads, run in batches. Each batch is one transaction that also stores its undo data and updates the
 * action's single journal entry with the current count.
 */
export function bulkActionStore(engine: Engine) {
  return {
    /** The ids of leads matching a filter or id list, in batches, each once. */
    async *ids(choice: LeadChoice): AsyncIterable<string[]> {
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

    /** Sets the status of those of these leads that still exist and have another status, or this one set by a rule. */
    setStatus: (ids: readonly string[], status: LeadStatus, soFar: ActionProgress, entryOf: EntryOf) =>
      engine.transact(function* () {
        const others = sql<{ id: string | number; status: LeadStatus }>`
          select id, status from leads
          where ${engine.sql.isOneOf("id", ids)} and (status <> ${status} or status_set_by <> 'person')
          order by id ${engine.sql.forUpdate}`;
        const before = yield* all(others);
        const changing = before.map(({ id }) => String(id));
        if (changing.length === 0) return soFar;
        const { actId, changed } = yield* writeEntry(engine, soFar, changing.length, entryOf);
        const isChanging = engine.sql.isOneOf("id", changing);
        const after = JSON.stringify({ status, statusSetBy: "person" });
        yield* run(sql`
          insert into act_changes (act_id, lead_id, undo)
          select cast(${actId} as bigint), id, '{"kind":"change","before":{"status":"' || status
            || '","statusSetBy":"' || status_set_by || '"},"after":' || ${after} || '}'
          from leads where ${isChanging}`);
        const { at } = entryOf(changed);
        yield* run(sql`
          update leads set status = ${status}, status_set_by = 'person', updated_at = ${at}, revision = revision + 1
          where ${isChanging}`);
        yield* recordEvents(engine, () =>
          before.flatMap(({ id, status: was }) => (was === status ? [] : [statusEvent(String(id), was, status)])),
        );
        return { actId, changed };
      }),

    /**
     * Assigns those of these leads that still exist and have another owner; null unassigns them. Rejects with owner_gone.
     */
    setOwner: (
      ids: readonly string[],
      owner: LeadOwner | null,
      soFar: ActionProgress,
      entryOf: EntryOf,
      setBy: StoredLead["ownerSetBy"] = "person",
    ) =>
      engine.transact(function* () {
        const others = sql<{
          id: string | number;
          owner_id: string | number | null;
          owner: string;
          owner_set_by: string | null;
        }>`
          select id, owner_id, owner, owner_set_by from leads
          where ${engine.sql.isOneOf("id", ids)} and owner_id is distinct from ${owner?.id ?? null}
          order by id ${engine.sql.forUpdate}`;
        const changing = yield* all(others);
        if (changing.length === 0) return soFar;
        const after = { ...owned(owner, "person"), ownerSetBy: setBy };
        yield* requireOwners(engine, [{ before: null, after }]);
        const { actId, changed } = yield* writeEntry(engine, soFar, changing.length, entryOf);
        yield* engine.sql.insertMany(
          "act_changes",
          changing.map((row) => ({
            act_id: actId,
            lead_id: row.id,
            undo: JSON.stringify({
              kind: "change",
              before: {
                ownerId: row.owner_id === null ? null : String(row.owner_id),
                owner: row.owner,
                ownerSetBy: row.owner_set_by,
              },
              after,
            }),
          })),
        );
        const isChanging = engine.sql.isOneOf(
          "id",
          changing.map(({ id }) => String(id)),
        );
        yield* run(sql`
          update leads set owner_id = ${after.ownerId}, owner = ${after.owner}, owner_set_by = ${after.ownerSetBy},
            owner_key = ${usernameKey(after.owner)}, updated_at = ${entryOf(changed).at}, revision = revision + 1
          where ${isChanging}`);
        yield* recordEvents(engine, () => changing.map(({ id }) => ownerEvent(String(id), after.owner)));
        return { actId, changed };
      }),

    /** Those of these leads that rules may assign. */
    unassigned: async (ids: readonly string[]) => {
      const rows = await engine.run(() => all(sql<Row>`select * from leads where ${engine.sql.isOneOf("id", ids)}`));
      return rows.map(leadOfRow).filter(isUnassigned);
    },

    /** Assigns by the rules those of these leads that rules may assign. */
    assign: (ids: readonly string[], by: Assign, soFar: ActionProgress, entryOf: EntryOf) =>
      engine.transact(function* () {
        const before = (yield* lockedLeads(engine, ids)).filter(isUnassigned);
        const { at } = entryOf(0);
        const { leads, assigned } = yield* assignByRules(engine, before, by, at);
        const given = Array.from(assigned, ([index, to]) => ({ ...to, leadId: before[index]?.id ?? "" }));
        const now = new Map(leads.map((lead) => [lead.id, lead]));
        const { act, changed } = yield* changeMany(
          engine,
          given.map(({ leadId }) => leadId),
          (lead) => ({ ...lead, ...ownedAs(now.get(lead.id) ?? lead), updatedAt: at }),
          soFar,
          entryOf,
        );
        const written = new Set(changed);
        yield* writeAssignments(
          engine,
          given.filter(({ leadId }) => written.has(leadId)),
          at,
        );
        return act;
      }),

    /** Removes those of these leads that still exist, leaving tombstones. */
    remove: (ids: readonly string[], soFar: ActionProgress, entryOf: EntryOf) =>
      engine.transact(function* () {
        const leads = yield* lockedLeads(engine, ids);
        if (leads.length === 0) return soFar;
        const { actId, changed } = yield* writeEntry(engine, soFar, leads.length, entryOf);
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

    /** Changes those of these leads that still exist, where `change` returns another one; null skips a lead. */
    change: (
      ids: readonly string[],
      change: (lead: StoredLead) => StoredLead | null,
      soFar: ActionProgress,
      entryOf: EntryOf,
      scored: Scored = {},
    ) =>
      engine.transact(function* () {
        const { at } = entryOf(soFar.changed);
        const changed = (lead: StoredLead): StoredLead | null => {
          const after = change(lead);
          return after === null ? null : { ...after, updatedAt: at };
        };
        const { act } = yield* changeMany(engine, ids, changed, soFar, entryOf);
        yield* followRules(engine, scored);
        return act;
      }),

    /** How many leads of the action have not been undone yet. */
    countOpen: (actId: string) => engine.run(() => countOpen(actId)),

    /** Undoes the action for the next `limit` leads with an id above `afterId`. */
    undoStep: (actId: string, afterId: string | null, limit: number, undoing: Undoing) =>
      despiteConflicts(() => engine.transact(() => undoActionStep(engine, actId, afterId, limit, undoing))),

    /** Records the undo in the journal; if no lead could be restored, the action can be undone again later. */
    endUndo: (actId: string, undoing: Pick<Undoing, "by" | "at">) =>
      engine.transact(() => endUndo(engine, actId, undoing)),
  };
}

function ownedAs({ ownerId, owner, ownerSetBy }: StoredLead): Pick<StoredLead, "ownerId" | "owner" | "ownerSetBy"> {
  return { ownerId, owner, ownerSetBy };
}
