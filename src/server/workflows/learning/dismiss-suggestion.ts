import { conflict } from "#server/platform/errors.ts";
import type { Acted } from "#server/store/act.ts";
import { act } from "#server/workflows/journal/act.ts";
import type { DecisionLearning } from "#server/workflows/learning/learning.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Keeps a suggestion away until that is taken back, also one that is not made at the moment: decisions come and go.
 * Throws conflict when it was dismissed already.
 */
export async function dismissSuggestion(
  workspace: Workspace,
  learning: DecisionLearning,
  suggestion: string,
): Promise<Acted<null>> {
  const { store, feed, clock } = workspace;
  const dismissed = await store.learning.dismissed();
  if (dismissed.some((each) => each.suggestion === suggestion)) {
    throw conflict("already_dismissed", "This suggestion was dismissed already.");
  }
  const { suggestions } = await learning.read();
  const description = suggestions.find(({ id }) => id === suggestion)?.title ?? "";
  const dismissedAt = clock().toISOString();
  const acted = await act(workspace, { kind: "rule", title: "Suggestion dismissed", description }, function* (records) {
    yield* records.dismissedSuggestions.create({ suggestion, dismissedAt });
    return null;
  });
  feed.changed(["learning"]);
  return acted;
}
