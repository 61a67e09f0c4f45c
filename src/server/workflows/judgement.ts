import { compileRuleset, type Ruleset } from "#server/intake/ruleset.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What leads are judged by, and the version of rules and threshold it stands for. */
export interface Judgement {
  ruleset: Ruleset;
  threshold: number;
  version: number;
}

/** Compiling takes milliseconds and rules change rarely, so the last compiled set is kept by the rules' own text. */
let kept: { text: string; ruleset: Ruleset } | null = null;

function compileKept(rules: RuleRecord[]): Ruleset {
  const text = JSON.stringify(rules);
  if (kept?.text !== text) kept = { text, ruleset: compileRuleset(rules) };
  return kept.ruleset;
}

/** The active rules, compiled, and the threshold. */
export async function readJudgement(workspace: Pick<Workspace, "store">): Promise<Judgement> {
  const { store } = workspace;
  // The version first: if rules change after it, the work done with them is seen to be stale and done again.
  const { wanted } = await store.settings.rescoreState();
  const [rules, settings] = await Promise.all([store.rules.list(), readSettings(workspace)]);
  return { version: wanted, ruleset: compileKept(rules), threshold: settings.qualificationThreshold };
}
