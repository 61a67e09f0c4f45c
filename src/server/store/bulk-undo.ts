import { sql } from "kysely";
import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { lockedJournalRow, markUndone, type LeadUndo } from "#server/store/journal-rows.ts";
import { restoreLeads, type Removal } from "#server/store/lead-removal.ts";
import { lockedLeads, writeLeads, type ChangedLead } from "#server/store/lead-rows.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { ManyUndo } from "#server/store/journal-types.ts";
import { mergedSince } from "#server/store/undo/merged-since.ts";
import { restoreFields } from "#server/store/undo/restore-fields.ts";
import { inTheWayOf } from "#server/store/undo/undo-change.ts";
import type { Undoing, UndoingAct } from "#server/store/undo/undo-kind.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

/** Another process may take an address between the look at it and the write; then the step is done once more. */
const ATTEMPTS = 5;

/** What one step of taking an act back did. */
export interface ActUndoStep {
  /** Where the next step starts; null when this was the last. */
  lastId: string | null;
  restored: number;
  kept: number;
}

export type ActUndoEnd =
  | { kind: "undone"; title: string; kept: number }
  | { kind: "already_undone" }
  | { kind: "nothing_restored"; kept: number };

/** Takes an act back for its next leads, in one transaction; those changed since stay as they are. */
export async function undoActStep(
  engine: Engine,
  actId: string,
  afterId: string | null,
  limit: number,
  undoing: Undoing,
): Promise<ActUndoStep> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await engine.transact(() => undoStep(engine, actId, afterId, limit, undoing));
    } catch (error) {
      if (!(error instanceof AppError) || error.id !== "lead_conflict" || tries === ATTEMPTS) throw error;
    }
  }
}

function* undoStep(
  engine: Engine,
  actId: string,
  afterId: string | null,
  limit: number,
  undoing: Undoing,
): Work<ActUndoStep> {
  // Whoever else takes the same act back waits here, and then finds nothing open.
  const act = yield* lockedJournalRow(engine, actId);
  const rows = yield* all(
    sql<{ lead_id: string | number; undo: string }>`
      select lead_id, undo from act_changes
      where act_id = ${actId} and lead_id > ${afterId !== null && isRowId(afterId) ? afterId : "0"} and outcome is null
      order by lead_id limit ${limit}`,
  );
  // Only bulkActStore writes this column.
  const changes = rows.map(({ lead_id, undo }) => ({ leadId: String(lead_id), undo: JSON.parse(undo) as LeadUndo }));
  const restored = [
    ...(yield* undoChanges(engine, changes, { ...undoing, actId })),
    ...(yield* undoRemovals(engine, changes, undoing)),
  ];
  const isRestored = new Set(restored);
  const kept = changes.map(({ leadId }) => leadId).filter((leadId) => !isRestored.has(leadId));
  yield* settle(engine, actId, restored, "restored");
  yield* settle(engine, actId, kept, "kept");
  yield* countUndone(engine, actId, act?.undo ?? null, restored.length);
  yield* followRules(engine, undoing);
  return {
    lastId: rows.length < limit ? null : (changes.at(-1)?.leadId ?? null),
    restored: restored.length,
    kept: kept.length,
  };
}

/** The act's entry tells how far taking it back is, in case that is stopped. */
function* countUndone(engine: Engine, actId: string, undo: string | null, more: number): Work<void> {
  if (undo === null || more === 0) return;
  const kept = JSON.parse(undo) as ManyUndo;
  const counted: ManyUndo = { ...kept, undone: (kept.undone ?? 0) + more };
  yield* run(
    engine.build
      .updateTable("journal")
      .set({ undo: JSON.stringify(counted) })
      .where("id", "=", actId),
  );
}

/** How many leads the act is yet to be taken back for. */
export function* countOpen(actId: string): Work<number> {
  const counted = sql<{ open: number | string }>`
    select count(*) as open from act_changes where act_id = ${actId} and outcome is null`;
  return Number((yield* first(counted))?.open);
}

interface ActChange {
  leadId: string;
  undo: LeadUndo;
}

/** The leads that are what they were again. */
function* undoChanges(engine: Engine, changes: readonly ActChange[], { actId, at, judge }: UndoingAct): Work<string[]> {
  const undos = new Map(changes.flatMap(({ leadId, undo }) => (undo.kind === "change" ? [[leadId, undo]] : [])));
  const merged = yield* mergedSince(engine, [...undos.keys()], actId);
  const pairs: ChangedLead[] = [];
  for (const before of yield* lockedLeads(engine, [...undos.keys()])) {
    const undo = undos.get(before.id);
    if (undo === undefined || merged.has(before.id) || inTheWayOf(before, undo) !== null) continue;
    pairs.push({ before, after: { ...judge(restoreFields(before, undo)), updatedAt: at } });
  }
  yield* writeLeads(engine, pairs);
  return pairs.map(({ before }) => before.id);
}

/** The leads that are back, all but those whose address another lead has by now. */
function* undoRemovals(engine: Engine, changes: readonly ActChange[], { at, judge }: Undoing): Work<string[]> {
  const removals = changes.flatMap(({ undo }) => (undo.kind === "removal" ? [undo] : []));
  const taken = yield* takenEmails(engine, removals);
  const free = removals.filter(({ lead }) => lead.emailKey === null || !taken.has(lead.emailKey));
  yield* restoreLeads(
    engine,
    free.map(({ lead, rows }) => ({ lead, rows, after: { ...judge(lead), updatedAt: at } })),
  );
  return free.map(({ lead }) => lead.id);
}

function* takenEmails(engine: Engine, removals: readonly Removal[]): Work<ReadonlySet<string | null>> {
  const emailKeys = removals.flatMap(({ lead }) => lead.emailKey ?? []);
  if (emailKeys.length === 0) return new Set();
  const owners = engine.build.selectFrom("leads").select("email_key").where(engine.sql.isOneOf("email_key", emailKeys));
  return new Set((yield* all(owners)).map(({ email_key }) => email_key));
}

/** What was restored needs no more to be remembered than that it was. */
function* settle(engine: Engine, actId: string, leadIds: readonly string[], outcome: "restored" | "kept"): Work<void> {
  if (leadIds.length === 0) return;
  const ofThese = engine.sql.isOneOf("lead_id", leadIds);
  const undo = outcome === "restored" ? { undo: "" } : {};
  yield* run(
    engine.build
      .updateTable("act_changes")
      .set({ outcome, ...undo })
      .where("act_id", "=", actId)
      .where(ofThese),
  );
}

/** Ends taking an act back: its entry says so, and another tells of it. */
export function* endUndo(engine: Engine, actId: string, { by, at }: Pick<Undoing, "by" | "at">): Work<ActUndoEnd> {
  const act = yield* lockedJournalRow(engine, actId);
  if (act === null || act.undone_at !== null) return { kind: "already_undone" };
  const counted = yield* first(
    sql<{ restored: number | string; kept: number | string }>`
      select coalesce(sum(case when outcome = 'restored' then 1 else 0 end), 0) as restored,
        coalesce(sum(case when outcome = 'kept' then 1 else 0 end), 0) as kept
      from act_changes where act_id = ${actId}`,
  );
  const [restored, kept] = [Number(counted?.restored), Number(counted?.kept)];
  if (restored === 0) {
    yield* run(engine.build.updateTable("act_changes").set({ outcome: null }).where("act_id", "=", actId));
    return { kind: "nothing_restored", kept };
  }
  const description = kept === 0 ? "" : `${restored} restored, ${kept} changed since and kept`;
  yield* markUndone(engine, act, { by, at, description });
  return { kind: "undone", title: act.title, kept };
}
