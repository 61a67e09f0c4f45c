import { rescoreLead } from "#server/intake/rescore-lead.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import { undoBulkAct } from "#server/workflows/leads/undo-bulk-act.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import { OWNER, type Workspace } from "#server/workflows/workspace.ts";

/**
 * Takes back a status change, an edit or a deletion, of one lead or of many; they are then scored and decided by the
 * rules of now. `kept` counts those of many that something newer stood in the way of. Throws not_found, or conflict when
 * it did so for all.
 */
export async function undoAct(
  workspace: Workspace,
  id: string,
): Promise<{ restored: string; leadId: string | null; kept: number }> {
  const at = workspace.clock().toISOString();
  const outcome = await withJudgement(workspace, (judgement) =>
    workspace.store.journal.undo(id, {
      by: OWNER,
      at,
      judge: (lead) => rescoreLead(lead, { ...judgement, now: at }) ?? lead,
      rulesVersion: judgement.version,
    }),
  );
  switch (outcome.kind) {
    case "unknown":
      throw notFound("act");
    case "not_undoable":
      throw conflict("not_undoable", "This cannot be taken back.");
    case "already_undone":
      throw conflict("already_undone", "This was already taken back.");
    case "conflict":
      throw conflict("undo_conflict", outcome.reason);
    case "many":
      return undoBulkAct(workspace, id, outcome.title);
    case "undone":
      workspace.feed.changed(["leads", "activity"], outcome.leadId === null ? undefined : [outcome.leadId]);
      return { restored: outcome.title, leadId: outcome.leadId, kept: 0 };
  }
}
