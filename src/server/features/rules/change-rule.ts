import { isDeepStrictEqual } from "node:util";
import { EDITED_FIELDS } from "#shared/edited-fields.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { NewRule, RuleUpdate } from "#shared/contract/rule.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { Records } from "#server/db/actions/nouns.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { act, type ActionEntry, refuseStale } from "#server/features/journal/act.ts";
import { checkRuleFields } from "#server/features/rules/check-rule-fields.ts";
import { checkRules } from "#server/features/rules/check-rules.ts";
import { rescoreAfterChange } from "#server/features/rules/rescore.ts";
import type { Workspace } from "#server/workspace.ts";

const FIELD_WORDS = EDITED_FIELDS.rule satisfies Partial<Record<keyof RuleRecord, string>>;

/** Adds a rule; leads are rescored. Throws invalid as checkRules does. */
export async function createRule(workspace: Workspace, rule: NewRule): Promise<Acted<RuleRecord>> {
  const createdAt = workspace.clock().toISOString();
  return changeRules(workspace, { kind: "rule", title: `Rule “${rule.name}” added` }, function* (records) {
    const { rules, leadFields } = records;
    checkRules([rule], null, yield* rules.list());
    checkRuleFields(rule, yield* leadFields.list());
    yield* addTagsOf(records, [rule], createdAt);
    return yield* rules.create({ ...rule, createdAt });
  });
}

/** Changes fields of a rule. Throws not_found, stale, or invalid as checkRules does. */
export async function updateRule(
  workspace: Workspace,
  id: string,
  { version, ...patch }: RuleUpdate,
): Promise<Acted<RuleRecord>> {
  const { done, actId } = await changeRules(workspace, changeEntry, function* (records) {
    const { rules, leadFields } = records;
    const all = yield* rules.list();
    const before = all.find((rule) => rule.id === id);
    if (before === undefined) throw notFound("rule");
    refuseStale({ noun: "rule", table: "rules", key: id, record: before, version });
    const others = all.filter((rule) => rule !== before);
    // A saved rule beyond today's limits can still be renamed or switched off.
    const changed = { ...before, ...definedFields(patch) };
    const isElsewhere = patch.keywords !== undefined || patch.mode !== undefined || patch.fields !== undefined;
    if (isElsewhere || patch.isActive === true) checkRules([changed], null, others);
    if (isElsewhere) checkRuleFields(changed, yield* leadFields.list());
    yield* addTagsOf(records, [patch], workspace.clock().toISOString());
    return { before, after: (yield* rules.update(id, definedFields(patch))) ?? before };
  });
  return { done: done.after, actId };
}

/** Deletes a rule; its points leave every lead's score. Throws not_found. */
export async function deleteRule(workspace: Workspace, id: string): Promise<Acted<RuleRecord>> {
  const entry = ({ name }: RuleRecord): ActionEntry => ({ kind: "rule", title: `Rule “${name}” deleted` });
  return changeRules(workspace, entry, function* ({ rules }) {
    const rule = (yield* rules.list()).find((one) => one.id === id);
    if (rule === undefined || !(yield* rules.remove(id))) throw notFound("rule");
    return rule;
  });
}

/** Creates the tags of these rules that don't exist yet. */
export function* addTagsOf({ tags }: Records, rules: readonly Pick<RuleUpdate, "tag">[], at: string): Work<void> {
  yield* tags.named(
    rules.flatMap(({ tag }) => tag ?? []),
    at,
  );
}

/** Changes rules as one action of a person; leads are then rescored. */
export async function changeRules<T>(
  workspace: Workspace,
  entry: ActionEntry | ((done: T) => ActionEntry),
  write: (records: Records) => Work<T>,
): Promise<Acted<T>> {
  const acted = await act(workspace, entry, write);
  await rescoreAfterChange(workspace);
  return acted;
}

function changeEntry({ before, after }: { before: RuleRecord; after: RuleRecord }): ActionEntry {
  const changed = (Object.keys(FIELD_WORDS) as (keyof typeof FIELD_WORDS)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const rule = `Rule “${before.name}”`;
  if (changed.join() === "isActive") return { kind: "rule", title: `${rule} turned ${after.isActive ? "on" : "off"}` };
  const words = changed.map((field) =>
    field === "scoreWeight" ? `Weight ${before.scoreWeight} → ${after.scoreWeight}` : FIELD_WORDS[field],
  );
  return { kind: "rule", title: `${rule} changed`, description: words.join(", ") };
}
