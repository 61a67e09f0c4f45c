import { stepsAtOnce, type StepBudget } from "#server/pipeline/intake/keywords/regex-matcher.ts";
import { resolveFields } from "#server/pipeline/intake/resolve-fields.ts";
import { compileRuleset, type Ruleset } from "#server/pipeline/intake/ruleset.ts";
import type { RuleTags } from "#server/pipeline/intake/lead-tags.ts";
import { tagNamed } from "#server/db/tags/tags.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** What leads are scored with: the rules, the threshold, the UTC day for ages, and the version of these. */
export interface ScoringContext {
  ruleset: Ruleset;
  /** The rules it was compiled from, with custom fields by id. */
  rules: RuleRecord[];
  /** The tags that rules add. */
  ruleTags: RuleTags;
  /** The custom fields. */
  fields: readonly CustomField[];
  threshold: number;
  today: string;
  version: number;
  /** The cost allowed for regular expressions in this thread; the rescore job scores the rest in another. */
  budget: StepBudget;
}

/** Compiling takes milliseconds and rules rarely change, so the last compiled set is cached by the rules' own text. */
let cached: { text: string; ruleset: Ruleset } | null = null;

function compileCached(rules: RuleRecord[]): Ruleset {
  const text = JSON.stringify(rules);
  if (cached?.text !== text) cached = { text, ruleset: compileRuleset(rules) };
  return cached.ruleset;
}

/** A rule's tag may have been merged; one that was deleted isn't added. */
async function ruleTagsOf(store: Workspace["store"], rules: readonly RuleRecord[]): Promise<RuleTags> {
  if (rules.every(({ tag }) => tag === null)) return new Map();
  const tags = await store.tags.all();
  return new Map(
    rules.flatMap(({ id, tag: name }): [string, number][] => {
      const tag = name === null ? undefined : tagNamed(tags, name);
      return tag === undefined ? [] : [[id, Number(tag.id)]];
    }),
  );
}

/** The compiled active rules, the threshold and the day. */
export async function readScoringContext(workspace: Pick<Workspace, "store" | "clock">): Promise<ScoringContext> {
  const { store, clock } = workspace;
  // The version first: if rules change after it, the work done with them is recognized as stale and repeated.
  const { wanted } = await store.settings.rescoreState();
  const [saved, fields, settings] = await Promise.all([
    store.rules.list(),
    store.leadFields.list(),
    readSettings(workspace),
  ]);
  const rules = resolveFields(saved, fields);
  return {
    version: wanted,
    ruleset: compileCached(rules),
    rules,
    fields,
    ruleTags: await ruleTagsOf(store, rules),
    threshold: settings.qualificationThreshold,
    today: clock().toISOString().slice(0, 10),
    budget: stepsAtOnce(),
  };
}
