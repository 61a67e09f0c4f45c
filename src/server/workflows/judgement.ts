import { compileRuleset, type Ruleset } from "#server/intake/ruleset.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * What leads are judged by: the rules, the threshold and the UTC day that ages are counted to, and the version that
 * these stand for.
 */
export interface Judgement {
  ruleset: Ruleset;
  threshold: number;
  today: string;
  version: number;
}

/** Compiling takes milliseconds and rules change rarely, so the last compiled set is kept by the rules' own text. */
let kept: { text: string; ruleset: Ruleset } | null = null;

function compileKept(rules: RuleRecord[]): Ruleset {
  const text = JSON.stringify(rules);
  if (kept?.text !== text) kept = { text, ruleset: compileRuleset(rules) };
  return kept.ruleset;
}

/** The active rules, compiled, the threshold and the day. */
export async function readJudgement(workspace: Pick<Workspace, "store" | "clock">): Promise<Judgement> {
  const { store, clock } = workspace;
  // The version first: if rules change after it, the work done with them is seen to be stale and done again.
  const { wanted } = await store.settings.rescoreState();
  const [rules, settings] = await Promise.all([store.rules.list(), readSettings(workspace)]);
  return {
    version: wanted,
    ruleset: compileKept(rules),
    threshold: settings.qualificationThreshold,
    today: clock().toISOString().slice(0, 10),
  };
}
