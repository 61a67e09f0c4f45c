import type { StoredLead } from "#shared/lead-record.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { lockedJournalRow, writeJournal, type Undo } from "#server/store/journal-rows.ts";
import { changedSince } from "#server/store/lead-columns.ts";
import { writeLead } from "#server/store/lead-edit.ts";
import { restoreLeads } from "#server/store/lead-removal.ts";
import { lockedLead } from "#server/store/lead-rows.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { Scored, UndoOutcome } from "#server/store/types.ts";
import { run, type Work } from "#server/store/work.ts";

/** The fields a person sees change; what else an act changed follows from them. */
const SEEN = {
  name: "name",
  email: "e-mail",
  company: "company",
  industry: "industry",
  title: "title",
  phone: "phone",
  scrapeUrl: "web address",
  notes: "notes",
  status: "status",
  statusSetBy: "status",
} as const satisfies Partial<Record<keyof StoredLead, string>>;

/** Who takes an act back, when, and how the restored lead is judged by what holds now. */
export interface Undoing extends Scored {
  by: string;
  at: string;
  judge: (lead: StoredLead) => StoredLead;
}

/** Restores what an act replaced, unless something newer stands in the way, and writes that in the journal. */
export async function undoAct(engine: Engine, id: string, undoing: Undoing): Promise<UndoOutcome> {
  if (!isRowId(id)) return { kind: "unknown" };
  try {
    return await engine.transact(() => undo(engine, id, undoing));
  } catch (error) {
    if (!(error instanceof AppError) || error.id !== "lead_conflict") throw error;
    return { kind: "conflict", reason: "Another lead has this e-mail address now." };
  }
}

function* undo(engine: Engine, id: string, undoing: Undoing): Work<UndoOutcome> {
  const { by, at } = undoing;
  const act = yield* lockedJournalRow(engine, id);
  if (act === null) return { kind: "unknown" };
  if (act.undo === null) return { kind: "not_undoable" };
  if (act.undone_at !== null) return { kind: "already_undone" };
  const leadId = String(act.lead_id);
  // Only writeJournal and setStatus write this column.
  const kept = JSON.parse(act.undo) as Undo;
  if (kept.kind === "many") return { kind: "many", title: act.title };
  if (kept.kind === "change") {
    const conflict = yield* undoChange(engine, leadId, kept.before, kept.after, undoing);
    if (conflict !== null) return { kind: "conflict", reason: conflict };
  } else {
    const { lead, rows } = kept;
    yield* restoreLeads(engine, [{ lead, rows, after: { ...undoing.judge(lead), updatedAt: at } }]);
  }
  yield* run(engine.build.updateTable("journal").set({ undone_at: at }).where("id", "=", id));
  yield* writeJournal(engine, {
    kind: "restored",
    type: "other",
    title: `Undone: ${act.title}`,
    description: act.description,
    by,
    at,
    leadId,
  });
  yield* followRules(engine, undoing);
  return { kind: "undone", title: act.title, leadId };
}

/** Answers why the change cannot be taken back, or null when it was. */
function* undoChange(
  engine: Engine,
  leadId: string,
  before: Partial<StoredLead>,
  after: Partial<StoredLead>,
  { at, judge }: Undoing,
): Work<string | null> {
  const lead = yield* lockedLead(engine, leadId);
  if (lead === null) return "The lead was deleted since.";
  const field = changedAgain(lead, after);
  if (field !== null) return `The ${SEEN[field]} was changed again since, to “${lead[field]}”.`;
  yield* writeLead(engine, lead, { ...judge({ ...lead, ...before }), updatedAt: at });
  return null;
}

/** The first field that people see and that is no longer as an act left it. */
export function changedAgain(lead: StoredLead, left: Partial<StoredLead>): keyof typeof SEEN | null {
  const changed = new Set<string>(changedSince(lead, left));
  return (Object.keys(SEEN) as (keyof typeof SEEN)[]).find((field) => changed.has(field)) ?? null;
}
