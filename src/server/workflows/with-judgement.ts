import { readJudgement, type Judgement } from "#server/workflows/judgement.ts";
import { startRescore } from "#server/workflows/rules/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Runs work that scores leads with today's rules and writes them with the judgement's version. When the rules change
 * while it runs, what it wrote may have been scored with the old ones after a rescore had passed: the write has then
 * marked all scores as stale, and they are made afresh.
 */
export async function withJudgement<T>(workspace: Workspace, work: (judgement: Judgement) => Promise<T>): Promise<T> {
  const judgement = await readJudgement(workspace);
  const result = await work(judgement);
  const { wanted } = await workspace.store.settings.rescoreState();
  if (wanted !== judgement.version) void startRescore(workspace);
  return result;
}
