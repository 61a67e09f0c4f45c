import { readJudgement, type Judgement } from "#server/workflows/judgement.ts";
import { startRescore } from "#server/workflows/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Runs work that scores leads with today's rules. When the rules change while it runs, what it wrote may have been
 * scored with the old ones after a rescore had passed: then all leads are scored once more.
 */
export async function withJudgement<T>(workspace: Workspace, work: (judgement: Judgement) => Promise<T>): Promise<T> {
  const judgement = await readJudgement(workspace);
  const result = await work(judgement);
  const { wanted } = await workspace.store.settings.rescoreState();
  if (wanted !== judgement.version) {
    await workspace.store.settings.wantRescore();
    void startRescore(workspace);
  }
  return result;
}
