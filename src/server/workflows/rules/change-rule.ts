import { isDeepStrictEqual } from "node:util";
import { definedFields } from "#shared/defined-fields.ts";
import type { NewRule, RuleUpdate } from "#shared/contract/rule.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/store/act.ts";
import type { Records } from "#server/store/records.ts";
import type { RuleRecord } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";
import { act, type Told } from "#server/workflows/journal/act.ts";
import { checkRules } from "#server/workflows/rules/check-rules.ts";
import { rescoreAfterChange } from "#server/workflows/rules/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const FIELD_WORDS = {
  name: "Name",
  keywords: "Keywords",
  scoreWeight: "Weight",
  isActive: "Active",
  mode: "Match",
  fields: "Fields",
  counting: "Counting",
  halfLifeDays: "Decay",
  note: "Note",
} as const satisfies Partial<Record<keyof RuleRecord, string>>;

/** Adds a rule; leads are scored again. Throws invalid as checkRules does. */
export async function createRule(workspace: Workspace, rule: NewRule): Promise<Acted<RuleRecord>> {
  const createdAt = workspace.clock().toISOString();
  return changeRules(workspace, { kind: "rule", title: `Rule “${rule.name}” added` }, function* ({ rules }) {
    checkRules([rule], null, yield* rules.list());
    return yield* rules.create({ ...rule, createdAt });
  });
}

/** Changes some fields of a rule. Throws not_found, or invalid as checkRules does. */
export async function updateRule(workspace: Workspace, id: string, patch: RuleUpdate): Promise<Acted<RuleRecord>> {
  const { done, actId } = await changeRules(workspace, toldOfChange, function* ({ rules }) {
    const all = yield* rules.list();
    const before = all.find((rule) => rule.id === id);
    if (before === undefined) throw notFound("rule");
    const others = all.filter((rule) => rule !== before);
    checkRules([{ ...before, ...definedFields(patch) }], null, others);
    return { before, after: (yield* rules.update(id, definedFields(patch))) ?? before };
  });
  return { done: done.after, actId };
}

/** Deletes a rule; its points leave every lead's score. Throws not_found. */
export async function deleteRule(workspace: Workspace, id: string): Promise<Acted<RuleRecord>> {
  const told = ({ name }: RuleRecord): Told => ({ kind: "rule", title: `Rule “${name}” deleted` });
  return changeRules(workspace, told, function* ({ rules }) {
    const rule = (yield* rules.list()).find((one) => one.id === id);
    if (rule === undefined || !(yield* rules.remove(id))) throw notFound("rule");
    return rule;
  });
}

/** Changes rules for a person as one act, after which leads are scored again. */
export async function changeRules<T>(
  workspace: Workspace,
  told: Told | ((done: T) => Told),
  write: (records: Records) => Work<T>,
): Promise<Acted<T>> {
  const acted = await act(workspace, told, write);
  workspace.feed.changed(["rules"]);
  await rescoreAfterChange(workspace);
  return acted;
}

function toldOfChange({ before, after }: { before: RuleRecord; after: RuleRecord }): Told {
  const changed = (Object.keys(FIELD_WORDS) as (keyof typeof FIELD_WORDS)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const rule = `Rule “${before.name}”`;
  if (changed.join() === "isActive")
    return { kind: "rule", title: `${rule} switched ${after.isActive ? "on" : "off"}` };
  const words = changed.map((field) =>
    field === "scoreWeight" ? `Weight ${before.scoreWeight} → ${after.scoreWeight}` : FIELD_WORDS[field],
  );
  return { kind: "rule", title: `${rule} changed`, description: words.join(", ") };
}
