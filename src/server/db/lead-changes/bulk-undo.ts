import { inEnglish } from "#shared/counted.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { lockedEntry, markUndone, type LeadUndo } from "#server/db/journal/journal-rows.ts";
import { lockedOwners } from "#server/db/leads/lead-owner.ts";
import { restoreLeads, type Removal } from "#server/db/lead-changes/lead-removal.ts";
import { lockedLeads, writeLeads, type ChangedLead } from "#server/db/leads/lead-rows.ts";
import { followRules } from "#server/db/rules/rescore-wanted.ts";
import { all, countRows, first, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { mergedSince } from "#server/db/lead-changes/merged-records.ts";
import { isValueChangedAgain, restoreFields } from "#server/db/lead-changes/restore-fields.ts";
import { inTheWayOf } from "#server/db/lead-changes/undo-change.ts";
import type { ManyUndo, Undoing, UndoingAction } from "#server/db/journal/undo-kind.ts";

/** The result of one undo step. */
export interface ActionUndoStep {
  /** Where the next step starts; null after the last. */
  lastId: string | null;
  restored: number;
  kept: number;
}

export type ActionUndoEnd =
  | { kind: "undone"; title: string; kept: number }
  | { kind: "already_undone" }
  | { kind: "nothing_restored"; kept: number };

/** Undoes an action for its next leads in one transaction; leads changed since stay as they are. */
export function* undoActionStep(
  engine: Engine,
  actId: string,
  afterId: string | null,
  limit: number,
  undoing: Undoing,
): Work<ActionUndoStep> {
  // A concurrent undo of the same action waits here, then finds nothing open.
  const act = yield* lockedEntry(engine, actId);
  const rows = yield* all(
    sql<{ lead_id: string | number; undo: string }>`
      select lead_id, undo from act_changes
      where act_id = ${actId} and lead_id > ${afterId !== null && isRowId(afterId) ? afterId : "0"} and outcome is null
      order by lead_id limit ${limit}`,
  );
  // Only bulkActionStore writes this column.
  const changes = rows.map(({ lead_id, undo }) => ({ leadId: String(lead_id), undo: JSON.parse(undo) as LeadUndo }));
  const restored = [
    ...(yield* undoChanges(engine, changes, { ...undoing, actId })),
    ...(yield* undoRemovals(engine, changes, undoing)),
  ];
  const isRestored = new Set(restored);
  const kept = changes.map(({ leadId }) => leadId).filter((leadId) => !isRestored.has(leadId));
  yield* settle(engine, actId, restored, "restored");
  yield* settle(engine, actId, kept, "kept");
  yield* countUndone(actId, act?.undo ?? null, restored.length);
  yield* followRules(engine, undoing);
  return {
    lastId: rows.length < limit ? null : (changes.at(-1)?.leadId ?? null),
    restored: restored.length,
    kept: kept.length,
  };
}

/** Records undo progress in the action's entry, in case the undo is interrupted. If the action still runs, that ends it. */
function* countUndone(actId: string, undo: string | null, more: number): Work<void> {
  if (undo === null) return;
  const kept = JSON.parse(undo) as ManyUndo;
  const counted: ManyUndo = { ...kept, undone: (kept.undone ?? 0) + more };
  yield* run(sql`update journal set undo = ${JSON.stringify(counted)} where id = ${actId}`);
}

/** How many leads of the action have not been undone yet. */
export function countOpen(actId: string): Work<number> {
  return countRows(sql`from act_changes where act_id = ${actId} and outcome is null`);
}

interface ActionChange {
  leadId: string;
  undo: LeadUndo;
}

/** Undoes changes and returns the ids of the restored leads. */
function* undoChanges(
  engine: Engine,
  changes: readonly ActionChange[],
  { actId, at, rescore }: UndoingAction,
): Work<string[]> {
  const undos = new Map(changes.flatMap(({ leadId, undo }) => (undo.kind === "change" ? [[leadId, undo]] : [])));
  const merged = yield* mergedSince(engine, [...undos.keys()], actId);
  const owners = [...undos.values()].map(({ before }) => before.ownerId ?? null);
  const living = yield* lockedOwners(engine, owners);
  const pairs: ChangedLead[] = [];
  for (const before of yield* lockedLeads(engine, [...undos.keys()])) {
    const undo = undos.get(before.id);
    if (undo === undefined || merged.has(before.id) || inTheWayOf(before, undo) !== null) continue;
    if (isValueChangedAgain(before, undo)) continue;
    if (undo.before.ownerId != null && !living.has(undo.before.ownerId)) continue;
    pairs.push({ before, after: { ...rescore(restoreFields(before, undo)), updatedAt: at } });
  }
  yield* writeLeads(engine, pairs);
  return pairs.map(({ before }) => before.id);
}

/** Undoes removals and returns the ids of the restored leads; skips those whose address now belongs to another lead. */
function* undoRemovals(engine: Engine, changes: readonly ActionChange[], { at, rescore }: Undoing): Work<string[]> {
  const removals = changes.flatMap(({ undo }) => (undo.kind === "removal" ? [undo] : []));
  const taken = yield* takenEmails(engine, removals);
  const free = removals.filter(({ lead }) => lead.emailKey === null || !taken.has(lead.emailKey));
  yield* restoreLeads(
    engine,
    free.map(({ lead, rows }) => ({ lead, rows, after: { ...rescore(lead), updatedAt: at } })),
  );
  return free.map(({ lead }) => lead.id);
}

function* takenEmails(engine: Engine, removals: readonly Removal[]): Work<ReadonlySet<string | null>> {
  const emailKeys = removals.flatMap(({ lead }) => lead.emailKey ?? []);
  if (emailKeys.length === 0) return new Set();
  const owners = sql<{ email_key: string | null }>`
    select email_key from leads where ${engine.sql.isOneOf("email_key", emailKeys)}`;
  return new Set((yield* all(owners)).map(({ email_key }) => email_key));
}

/** Drops the undo data of these leads and stores only the outcome. */
function* settle(engine: Engine, actId: string, leadIds: readonly string[], outcome: "restored" | "kept"): Work<void> {
  if (leadIds.length === 0) return;
  const ofThese = engine.sql.isOneOf("lead_id", leadIds);
  const undo = outcome === "restored" ? sql`, undo = ''` : sql``;
  yield* run(sql`update act_changes set outcome = ${outcome} ${undo} where act_id = ${actId} and ${ofThese}`);
}

/** Finishes undoing an action: marks its journal entry and adds one for the undo. */
export function* endUndo(engine: Engine, actId: string, { by, at }: Pick<Undoing, "by" | "at">): Work<ActionUndoEnd> {
  const act = yield* lockedEntry(engine, actId);
  if (act === null || act.undoneAt !== null) return { kind: "already_undone" };
  const counted = yield* first(
    sql<{ restored: number | string; kept: number | string }>`
      select coalesce(sum(case when outcome = 'restored' then 1 else 0 end), 0) as restored,
        coalesce(sum(case when outcome = 'kept' then 1 else 0 end), 0) as kept
      from act_changes where act_id = ${actId}`,
  );
  const [restored, kept] = [Number(counted?.restored), Number(counted?.kept)];
  const { areRecordsUndone = false } = JSON.parse(act.undo ?? "{}") as Partial<ManyUndo>;
  if (restored === 0 && !areRecordsUndone) {
    yield* run(sql`update act_changes set outcome = null where act_id = ${actId}`);
    return { kind: "nothing_restored", kept };
  }
  const description =
    kept === 0 ? "" : `${inEnglish(restored)} restored, ${inEnglish(kept)} skipped because they have changed since`;
  yield* markUndone(act, { by, at, description });
  return { kind: "undone", title: act.title, kept };
}
