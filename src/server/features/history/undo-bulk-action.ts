import { counted } from "#shared/counted.ts";
import type { Undone } from "#shared/contract/journal.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { rescoreRestored } from "#server/pipeline/intake/rescore-lead.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import type { ManyUndo } from "#server/db/journal/undo-kind.ts";
import { runBulk } from "#server/features/leads/bulk-run.ts";
import { conformField } from "#server/features/leads/convert-field.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

const CHUNK = 200;

/**
 * Undoes an action on many leads, chunk by chunk. Leads with newer changes stay and are counted. Resumes where it
 * stopped if asked again after a stop. Records that the action changed first are restored first, or block it. Throws
 * conflict if it could be done for none.
 */
export async function undoBulkAction(
  workspace: Workspace,
  actId: string,
  title: string,
  { records = [] }: ManyUndo,
): Promise<Undone> {
  const { store, clock, feed } = workspace;
  if (records.length > 0) {
    const undoing = { by: acting().by, at: clock().toISOString(), rescore: (lead: StoredLead) => lead };
    feed.changed([...(await store.journal.undoRecordsOf(actId, undoing))]);
  }
  let lastId: string | null = null;
  let done = 0;
  const isOver = await runBulk(workspace, {
    label: `Undoing: ${title}`,
    total: await store.bulkActions.countOpen(actId),
    async step() {
      const at = clock().toISOString();
      const taken = await withScoring(workspace, (scoring) =>
        store.bulkActions.undoStep(actId, lastId, CHUNK, {
          by: acting().by,
          at,
          rescore: (lead) => rescoreRestored(lead, { ...scoring, now: at }),
          rulesVersion: scoring.version,
        }),
      );
      lastId = taken.lastId;
      done += taken.restored + taken.kept;
      return lastId === null ? null : done;
    },
  });
  if (!isOver) {
    throw conflict("undo_ended_early", `This stopped after ${counted(done, "lead")}. Undo it again to continue.`);
  }
  const end = await store.bulkActions.endUndo(actId, { by: acting().by, at: clock().toISOString() });
  feed.changed(["leads", "activity"]);
  for (const { table, key } of records) if (table === "lead_fields") await conformField(workspace, key);
  switch (end.kind) {
    case "already_undone":
      throw conflict("already_undone", "This was already undone.");
    case "nothing_restored":
      throw conflict(
        "undo_conflict",
        "These leads have since been changed or deleted, their addresses belong to other leads, or their owners are gone.",
      );
    case "undone":
      return { restored: end.title, leadId: null, kept: end.kept, goesOn: false };
  }
}
