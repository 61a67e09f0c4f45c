import { sameRule } from "#shared/compare-rules.ts";
import { DEFAULT_RULE, NewRule, type Rule, type RuleDraft, type RuleListVersion } from "#shared/contract/rule.ts";
import { changedFields, changeWords } from "#shared/edited-fields.ts";
import { formatTextList, parseTextList } from "#shared/text/text-list.ts";

/** Editable fields of a draft row. */
export interface TypedRule {
  name: string;
  weight: string;
  isActive: boolean;
  keywordsText: string;
}

/** Changes to one rule. `base` is a different version of it, if drafts were passed in. */
interface Edit {
  /** The rule's version when it was first edited. */
  version?: string;
  base?: NewRule;
  typed?: Partial<TypedRule>;
  isDeleted?: boolean;
}

/** Drafted changes, separate from the rules: untouched rules follow what others save. */
export interface RuleChanges {
  edited: Readonly<Record<string, Edit>>;
  added: readonly { key: string; base: NewRule; typed: TypedRule }[];
  /** As typed; null if unchanged. */
  threshold: string | null;
  /** The threshold when it was first edited. */
  thresholdSeen?: number;
}

export interface DraftRow {
  key: string;
  /** The current rule; null for a new one. */
  rule: Rule | null;
  typed: TypedRule;
  isDeleted: boolean;
  isChanged: boolean;
  /** What someone else changed since the rule was first edited here. */
  changedElsewhere: readonly string[];
  /** What would be saved; null while invalid. */
  draft: RuleDraft | null;
  /** Errors by field. */
  errors: Readonly<Partial<Record<keyof NewRule, string>>>;
}

export const NO_CHANGES: RuleChanges = { edited: {}, added: [], threshold: null };

/** All drafted rules, deleted ones in their place, new ones at the end. */
export function draftRows(rules: readonly Rule[], { edited, added }: RuleChanges): DraftRow[] {
  return [
    ...rules.map((rule): DraftRow => {
      const {
        version = rule.version,
        base = newRuleOf(rule),
        typed: own = {},
        isDeleted = false,
      } = edited[rule.id] ?? {};
      const typed = { ...typedOf(base), ...own };
      const { draft, errors } = checked(base, typed);
      const isChanged = isDeleted || draft === null || !sameRule(rule, draft);
      const changedElsewhere = changeWords("rule", changedFields("rule", version, rule.version), rule);
      return {
        key: rule.id,
        rule,
        typed,
        isDeleted,
        isChanged,
        changedElsewhere,
        draft: draft && { ...draft, id: rule.id },
        errors,
      };
    }),
    ...added.map(({ key, base, typed }): DraftRow => {
      return {
        key,
        rule: null,
        typed,
        isDeleted: false,
        isChanged: true,
        changedElsewhere: [],
        ...checked(base, typed),
      };
    }),
  ];
}

/** The complete list to save; null while a row is invalid. */
export function draftsOf(rows: readonly DraftRow[]): RuleDraft[] | null {
  const kept = rows.filter(({ isDeleted }) => !isDeleted).map(({ draft }) => draft);
  return kept.every((draft) => draft !== null) ? kept : null;
}

/** The changes from the current rules to the complete list `drafts`. */
export function changesTo(rules: readonly Rule[], drafts: readonly RuleDraft[]): RuleChanges {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const edited = rules.flatMap((rule): [string, Edit][] => {
    const draft = byId.get(rule.id);
    const { id, version } = rule;
    if (draft === undefined) return [[id, { version, isDeleted: true }]];
    return sameRule(rule, draft) ? [] : [[id, { version, base: newRuleOf(draft) }]];
  });
  const added = drafts.filter(({ id }) => id === undefined).map((draft) => addedRule(newRuleOf(draft)));
  return { ...NO_CHANGES, edited: Object.fromEntries(edited), added };
}

/** A row for a new rule, blank or based on an existing one. */
export function addedRule(base: NewRule = { ...DEFAULT_RULE, name: "", keywords: [] }): RuleChanges["added"][number] {
  return { key: crypto.randomUUID(), base, typed: typedOf(base) };
}

/** Applies an edit, deletion or restore of a row; deleting a new rule removes its row. */
export function withEdit(changes: RuleChanges, { key, rule }: DraftRow, edit: Edit): RuleChanges {
  if (rule !== null) {
    const former = changes.edited[key] ?? { version: rule.version };
    const next: Edit = { ...former, ...edit, typed: { ...former.typed, ...edit.typed } };
    return { ...changes, edited: { ...changes.edited, [key]: next } };
  }
  if (edit.isDeleted) return { ...changes, added: changes.added.filter((one) => one.key !== key) };
  const added = changes.added.map((one) =>
    one.key === key ? { ...one, typed: { ...one.typed, ...edit.typed } } : one,
  );
  return { ...changes, added };
}

/** Settles rules that someone else changed: keeps the edits made here, or drops them. */
export function settled(changes: RuleChanges, rows: readonly DraftRow[], keepMine: boolean): RuleChanges {
  const edited = new Map(Object.entries(changes.edited));
  for (const { key, rule, changedElsewhere } of rows) {
    if (rule === null || changedElsewhere.length === 0) continue;
    if (keepMine) edited.set(key, { ...edited.get(key), version: rule.version });
    else edited.delete(key);
  }
  return { ...changes, edited: Object.fromEntries(edited) };
}

/** What the changes are based on. */
export function seenVersion(
  rules: readonly Rule[],
  { edited, threshold, thresholdSeen }: RuleChanges,
): RuleListVersion {
  return {
    rules: Object.fromEntries(rules.map(({ id, version }) => [id, edited[id]?.version ?? version])),
    ...(threshold !== null && thresholdSeen !== undefined && { threshold: thresholdSeen }),
  };
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
    // Untouched keywords stay as they are, even if one contains a comma.
    keywords: keywordsText === formatTextList(base.keywords) ? base.keywords : parseTextList(keywordsText),
  });
  if (parsed.success) return { draft: parsed.data, errors: {} };
  const first = parsed.error.issues.toReversed().map(({ path, message }) => [path[0], message]);
  return { draft: null, errors: Object.fromEntries(first) as DraftRow["errors"] };
}

function newRuleOf(rule: NewRule): NewRule {
  const { name, keywords, scoreWeight, isActive, mode, fields, counting, halfLifeDays, note, tag } = rule;
  return { name, keywords, scoreWeight, isActive, mode, fields, counting, halfLifeDays, note, tag };
}
