import { judgeRestored } from "#server/intake/judge-restored.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { UndoOutcome } from "#server/store/journal-types.ts";
import { rescoreAfterChange } from "#server/workflows/rules/rescore.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** An act that was taken back, or one that takes more than a transaction and is as it was. */
type UndoneOrLong = Extract<UndoOutcome, { kind: "undone" | "long" }>;

/** Who takes an act back, and whether they may change what only owners change. */
export interface UndoneBy {
  by: string;
  mayManage: boolean;
}

/**
 * Takes an act back for `by` if one transaction can; leads are then scored and decided by the rules of now. Throws not_found, and
 * conflict when it cannot be taken back, was already, or something newer stands in the way.
 */
export async function undoShortAct(
  workspace: Workspace,
  id: string,
  who: UndoneBy = { by: acting().by, mayManage: false },
): Promise<UndoneOrLong> {
  const at = workspace.clock().toISOString();
  const outcome = await withJudgement(workspace, (judgement) =>
    workspace.store.journal.undo(id, {
      ...who,
      at,
      judge: (lead) => judgeRestored(lead, { ...judgement, now: at }),
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
    case "long":
      return outcome;
    case "undone": {
      const { topics, leadIds } = outcome.restored;
      const onlyLeads = topics.every((topic) => topic === "leads");
      workspace.feed.changed([...topics, "activity"], onlyLeads ? [...leadIds] : undefined);
      // What was restored may be a rule or the threshold.
      await rescoreAfterChange(workspace);
      return outcome;
    }
  }
}
