import { conflict, notFound } from "#server/platform/errors.ts";
import { rescoreLead } from "#server/intake/rescore-lead.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import { OWNER, type Workspace } from "#server/workflows/workspace.ts";

/** Takes back a status change, an edit or a deletion. Throws not_found, or conflict when something newer stands in the way. */
export async function undoAct(workspace: Workspace, id: string): Promise<{ restored: string; leadId: string | null }> {
  const outcome = await workspace.store.journal.undo(id, OWNER, workspace.clock().toISOString());
  switch (outcome.kind) {
    case "unknown":
      throw notFound("act");
    case "not_undoable":
      throw conflict("not_undoable", "This cannot be taken back.");
    case "already_undone":
      throw conflict("already_undone", "This was already taken back.");
    case "conflict":
      throw conflict("undo_conflict", outcome.reason);
    case "undone":
      if (outcome.leadId !== null) await judgeAgain(workspace, outcome.leadId);
      workspace.feed.changed(["leads", "activity"], outcome.leadId === null ? undefined : [outcome.leadId]);
      return { restored: outcome.title, leadId: outcome.leadId };
  }
}

/** The rules may have changed since the act: what comes back is scored and decided by today's. */
async function judgeAgain(workspace: Workspace, leadId: string): Promise<void> {
  const { store, clock } = workspace;
  const justBefore = String(BigInt(leadId) - 1n);
  await withJudgement(workspace, ({ ruleset, threshold }) =>
    store.leads.rescore(justBefore, 1, (lead) =>
      lead.id === leadId ? rescoreLead(lead, ruleset, threshold, clock().toISOString()) : null,
    ),
  );
}
