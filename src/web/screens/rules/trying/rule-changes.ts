import { sameRule } from "#shared/compare-rules.ts";
import { DEFAULT_RULE, NewRule, type Rule, type RuleDraft } from "#shared/contract/rule.ts";
import { formatTextList, parseTextList } from "#shared/text-list.ts";

/** What can be typed in a row of the draft. */
export interface TypedRule {
  name: string;
  weight: string;
  isActive: boolean;
  keywordsText: string;
}

/** What was done to one rule. `base` is another version of it, where whoever opened the draft brought one. */
interface Edit {
  base?: NewRule;
  typed?: Partial<TypedRule>;
  isDeleted?: boolean;
}

/** Changes that are tried out, beside the rules as they are: a rule that nobody touched follows what others save. */
export interface RuleChanges {
  edited: Readonly<Record<string, Edit>>;
  added: readonly { key: string; base: NewRule; typed: TypedRule }[];
  /** As typed; null leaves it as it is. */
  threshold: string | null;
}

export interface DraftRow {
  key: string;
  /** The rule as it is; null for a new one. */
  rule: Rule | null;
  typed: TypedRule;
  isDeleted: boolean;
  isChanged: boolean;
  /** What would be saved; null while it is refused. */
  draft: RuleDraft | null;
  /** What is wrong with it, by the name of the field. */
  errors: Readonly<Partial<Record<keyof NewRule, string>>>;
}

export const NO_CHANGES: RuleChanges = { edited: {}, added: [], threshold: null };

/** Every rule as it would be, deleted ones in their place, new ones at the end. */
export function draftRows(rules: readonly Rule[], { edited, added }: RuleChanges): DraftRow[] {
  return [
    ...rules.map((rule): DraftRow => {
      const { base = newRuleOf(rule), typed: own = {}, isDeleted = false } = edited[rule.id] ?? {};
      const typed = { ...typedOf(base), ...own };
      const { draft, errors } = checked(base, typed);
      const isChanged = isDeleted || draft === null || !sameRule(rule, draft);
      return { key: rule.id, rule, typed, isDeleted, isChanged, draft: draft && { ...draft, id: rule.id }, errors };
    }),
    ...added.map(({ key, base, typed }): DraftRow => {
      return { key, rule: null, typed, isDeleted: false, isChanged: true, ...checked(base, typed) };
    }),
  ];
}

/** The whole list as it would be saved; null while a row is refused. */
export function draftsOf(rows: readonly DraftRow[]): RuleDraft[] | null {
  const kept = rows.filter(({ isDeleted }) => !isDeleted).map(({ draft }) => draft);
  return kept.every((draft) => draft !== null) ? kept : null;
}

/** The changes that make `drafts`, the whole list as it would be, of the rules as they are. */
export function changesTo(rules: readonly Rule[], drafts: readonly RuleDraft[]): RuleChanges {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const edited = rules.flatMap((rule): [string, Edit][] => {
    const draft = byId.get(rule.id);
    if (draft === undefined) return [[rule.id, { isDeleted: true }]];
    return sameRule(rule, draft) ? [] : [[rule.id, { base: newRuleOf(draft) }]];
  });
  const added = drafts.filter(({ id }) => id === undefined).map((draft) => addedRule(newRuleOf(draft)));
  return { ...NO_CHANGES, edited: Object.fromEntries(edited), added };
}

/** A row for a new rule, blank or with what is known of it. */
export function addedRule(base: NewRule = { ...DEFAULT_RULE, name: "", keywords: [] }): RuleChanges["added"][number] {
  return { key: crypto.randomUUID(), base, typed: typedOf(base) };
}

/** The changes with a row typed into, deleted or brought back; a new rule's row goes altogether. */
export function withEdit(changes: RuleChanges, { key, rule }: DraftRow, edit: Edit): RuleChanges {
  if (rule !== null) {
    const former = changes.edited[key] ?? {};
    const next: Edit = { ...former, ...edit, typed: { ...former.typed, ...edit.typed } };
    return { ...changes, edited: { ...changes.edited, [key]: next } };
  }
  if (edit.isDeleted) return { ...changes, added: changes.added.filter((one) => one.key !== key) };
  const added = changes.added.map((one) =>
    one.key === key ? { ...one, typed: { ...one.typed, ...edit.typed } } : one,
  );
  return { ...changes, added };
}

function typedOf({ name, scoreWeight, isActive, keywords }: NewRule): TypedRule {
  return { name, weight: String(scoreWeight), isActive, keywordsText: formatTextList(keywords) };
}

function checked(
  base: NewRule,
  { name, weight, isActive, keywordsText }: TypedRule,
): Pick<DraftRow, "draft" | "errors"> {
  const points = Number(weight);
  const parsed = NewRule.safeParse({
    ...base,
    name,
    isActive,
    scoreWeight: Number.isNaN(points) ? 0 : points,
    // Untouched ones stay as they are, also where one has a comma in it.
    keywords: keywordsText === formatTextList(base.keywords) ? base.keywords : parseTextList(keywordsText),
  });
  if (parsed.success) return { draft: parsed.data, errors: {} };
  const first = parsed.error.issues.toReversed().map(({ path, message }) => [path[0], message]);
  return { draft: null, errors: Object.fromEntries(first) as DraftRow["errors"] };
}

function newRuleOf(rule: NewRule): NewRule {
  const { name, keywords, scoreWeight, isActive, mode, fields, counting, halfLifeDays, note } = rule;
  return { name, keywords, scoreWeight, isActive, mode, fields, counting, halfLifeDays, note };
}
