import { rescoreRestored } from "#server/pipeline/intake/rescore-lead.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { Undoer } from "#server/db/engine/table.ts";
import type { Undoing, UndoOutcome } from "#server/db/journal/undo-kind.ts";
import { rescoreAfterChange } from "#server/features/rules/rescore.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/** The undone action, or one that takes more than a transaction and is unchanged. */
type UndoneOrLong = Extract<UndoOutcome, { kind: "undone" | "long" }>;

/** Who undoes an action, and what they may change. */
export interface UndoneBy extends Undoer {
  by: string;
}

/** Runs an undo by `who`, whose leads are rescored and qualified by the current rules. */
export async function withUndoing<T>(
  workspace: Workspace,
  who: UndoneBy,
  undo: (undoing: Undoing) => Promise<T>,
): Promise<T> {
  const at = workspace.clock().toISOString();
  return withScoring(workspace, (scoring) =>
    undo({
      ...who,
      at,
      rescore: (lead) => rescoreRestored(lead, { ...scoring, now: at }),
      rulesVersion: scoring.version,
    }),
  );
}

/**
 * Undoes an action for `by` if one transaction can; its leads are then rescored and qualified by the current rules.
 * Throws not_found, and conflict if it can't be undone, already was, or something newer blocks it.
 */
export async function undoShortAction(
  workspace: Workspace,
  id: string,
  who: UndoneBy = { by: acting().by },
): Promise<UndoneOrLong> {
  const outcome = await withUndoing(workspace, who, (undoing) => workspace.store.journal.undo(id, undoing));
  switch (outcome.kind) {
    case "unknown":
      throw notFound("action");
    case "not_undoable":
      throw conflict("not_undoable", "This can't be undone.");
    case "already_undone":
      throw conflict("already_undone", "This was already undone.");
    case "conflict":
      throw conflict("undo_conflict", acting().sight === undefined ? outcome.reason : "Something newer blocks this.");
    case "long":
      return outcome;
    case "undone": {
      const { topics, leadIds } = outcome.restored;
      const onlyLeads = topics.every((topic) => topic === "leads");
      workspace.feed.changed([...topics, "activity"], onlyLeads ? [...leadIds] : undefined);
      // A rule or the threshold may have been restored.
      await rescoreAfterChange(workspace);
      return outcome;
    }
  }
}
