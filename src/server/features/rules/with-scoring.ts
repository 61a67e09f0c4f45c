import { readScoringContext, type ScoringContext } from "#server/features/rules/scoring-context.ts";
import { rescoreAfterChange, startRescore } from "#server/features/rules/rescore.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Runs work that scores leads with the current rules and writes them with the rules' version. If the rules change in
 * the meantime, the write marks all scores as stale and they are computed again, since a rescore may already have
 * passed these leads. Leads that are too expensive to score here are scored by a job, for which a caller that shows the
 * score waits briefly (`waits`).
 */
export async function withScoring<T>(
  workspace: Workspace,
  work: (scoring: ScoringContext) => Promise<T>,
  { waits = false }: { waits?: boolean } = {},
): Promise<T> {
  const scoring = await readScoringContext(workspace);
  const result = await work(scoring);
  const { wanted } = await workspace.store.settings.rescoreState();
  const { isExceeded } = scoring.budget;
  if (isExceeded && waits) await rescoreAfterChange(workspace);
  else if (isExceeded || wanted !== scoring.version) void startRescore(workspace);
  return result;
}
