import { conflict } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { act } from "#server/features/journal/act.ts";
import type { DecisionLearning } from "#server/features/learning/learning.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Hides a suggestion until that is undone, even one that isn't currently made, since decisions change. Throws conflict
 * if it's already dismissed.
 */
export async function dismissSuggestion(
  workspace: Workspace,
  learning: DecisionLearning,
  suggestion: string,
): Promise<Acted<null>> {
  const { store, clock } = workspace;
  const dismissed = await store.learning.dismissed();
  if (dismissed.some((each) => each.suggestion === suggestion)) {
    throw conflict("already_dismissed", "This suggestion was already dismissed.");
  }
  const { suggestions } = await learning.read();
  const description = suggestions.find(({ id }) => id === suggestion)?.title ?? "";
  const dismissedAt = clock().toISOString();
  return act(workspace, { kind: "rule", title: "Suggestion dismissed", description }, function* (records) {
    yield* records.dismissedSuggestions.create({ suggestion, dismissedAt });
    return null;
  });
}
