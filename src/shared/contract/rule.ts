import { counted } from "#shared/counted.ts";
import { z } from "zod";
import { Id, line, Timestamp, Version, visibleLine } from "#shared/contract/common.ts";
import { TagName } from "#shared/contract/leads/tag.ts";
import { SCORED_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";

const { weight, nameLength, keywordLength, keywordsPerRule, noteLength, halfLifeDays } = LIMITS.rule;

/**
 * How a keyword matches: `words` whole words or phrases with English endings, `prefix` words starting with it, `phrase`
 * exactly these words in order, `exact` a field's entire value, `regex` an RE2 regular expression, which runs in linear
 * time, `condition` a condition on one custom field, such as "at least 5000", "before 2026-01-31", "between 1 and 5",
 * "is Gold", "empty" or "filled in". All are case-insensitive; all but `regex` ignore accents.
 */
export const RULE_MODES = ["words", "prefix", "phrase", "exact", "regex", "condition"] as const;

/**
 * Where a rule may look, besides `fact:NAME` for one extra column or answer, and `field:KEY` for a custom field; `facts`
 * means all extra columns and answers. `emailQuality` is `good`, `risky` or `bad`, or nothing while unknown; only rules
 * that list it look there.
 */
export const RULE_FIELDS = [...SCORED_FIELDS, "facts", "emailDomain", "emailQuality"] as const;

/** Whether each matched keyword gives the rule's points, or the rule gives them once. */
export const RULE_COUNTINGS = ["each", "once"] as const;

const RuleField = z.union([
  z.enum(RULE_FIELDS),
  line(LIMITS.lead.fieldLength).regex(
    /^(?:fact:.|field:[a-z0-9_]+$)/u,
    `A field must be one of ${RULE_FIELDS.join(", ")}, fact: followed by a name, or field: followed by a key`,
  ),
]);

const fields = {
  name: visibleLine(nameLength, "Name is required"),
  keywords: z
    .array(visibleLine(keywordLength, "A keyword can't be empty"))
    .min(1, "Keywords are required")
    .max(keywordsPerRule, `At most ${keywordsPerRule} keywords in one rule`),
  /** Negative points are subtracted. */
  scoreWeight: z
    .int("Weight must be a whole number")
    .min(-weight.max, `Weight must be at least -${weight.max}`)
    .max(weight.max, `Weight must be at most ${weight.max}`)
    .refine((points) => points !== 0, `Weight must be at least ${weight.min}, or negative to subtract points`),
  isActive: z.boolean(),
  mode: z.enum(RULE_MODES),
  /** Empty means everywhere. */
  fields: z.array(RuleField).max(LIMITS.rule.fields, `At most ${LIMITS.rule.fields} fields`),
  counting: z.enum(RULE_COUNTINGS),
  /** Points halve every this many days of a lead's age; null disables fading. */
  halfLifeDays: z
    .int("Days must be a whole number")
    .min(halfLifeDays.min, `Days must be at least ${halfLifeDays.min}`)
    .max(halfLifeDays.max, `Days must be at most ${halfLifeDays.max}`)
    .nullable(),
  /** Why the rule exists. */
  note: z.string().max(noteLength),
  /** The name of a tag that the rule adds to matching leads; created if unknown. */
  tag: TagName.nullable(),
};

/** Runtime cost: `high` regular expressions delay scoring of long leads; of `too_high` rules, some don't run. */
export const RULE_COSTS = ["low", "high", "too_high"] as const;
export type RuleCost = (typeof RULE_COSTS)[number];

export const Rule = z.object({
  id: Id,
  name: z.string(),
  keywords: z.array(z.string()),
  scoreWeight: z.int(),
  isActive: z.boolean(),
  mode: z.enum(RULE_MODES),
  fields: z.array(z.string()),
  counting: z.enum(RULE_COUNTINGS),
  halfLifeDays: z.int().nullable(),
  note: z.string(),
  tag: z.string().nullable(),
  createdAt: Timestamp,
  cost: z.enum(RULE_COSTS),
  version: Version,
});
export type Rule = z.infer<typeof Rule>;
export type RuleMode = Rule["mode"];

/** Defaults for a rule with only a name and keywords. */
export const DEFAULT_RULE: Omit<Rule, "id" | "name" | "keywords" | "createdAt" | "cost" | "version"> = {
  scoreWeight: weight.default,
  isActive: true,
  mode: "words",
  fields: [],
  counting: "each",
  halfLifeDays: null,
  note: "",
  tag: null,
};

/** Defaults are only here: `.partial()` of a schema with defaults would reset fields on every PATCH. */
export const NewRule = z.object({
  ...fields,
  scoreWeight: fields.scoreWeight.default(DEFAULT_RULE.scoreWeight),
  isActive: fields.isActive.default(DEFAULT_RULE.isActive),
  mode: fields.mode.default(DEFAULT_RULE.mode),
  fields: fields.fields.default(DEFAULT_RULE.fields),
  counting: fields.counting.default(DEFAULT_RULE.counting),
  halfLifeDays: fields.halfLifeDays.default(DEFAULT_RULE.halfLifeDays),
  note: fields.note.default(DEFAULT_RULE.note),
  tag: fields.tag.default(DEFAULT_RULE.tag),
});
export type NewRule = z.infer<typeof NewRule>;

export const RuleUpdate = z.object({ ...fields, version: Version }).partial();
export type RuleUpdate = z.infer<typeof RuleUpdate>;

/** A proposed rule: with the id of the rule it replaces, or none if new. */
export const RuleDraft = NewRule.extend({ id: Id.optional() });
export type RuleDraft = z.infer<typeof RuleDraft>;

/** A proposed rule list; rules not in it are deleted. */
export const RuleDrafts = z.array(RuleDraft).max(LIMITS.rule.rules, `At most ${counted(LIMITS.rule.rules, "rule")}`);

/** The rules the client saw, by id, and the threshold. */
const RuleListVersion = z.object({
  rules: z
    .record(Id, Version)
    .refine((rules) => Object.keys(rules).length <= LIMITS.rule.rules, `At most ${counted(LIMITS.rule.rules, "rule")}`),
  threshold: z.int().optional(),
});
export type RuleListVersion = z.infer<typeof RuleListVersion>;

/** Replaces all rules, and optionally the threshold. */
export const RuleListUpdate = z.object({
  rules: RuleDrafts,
  threshold: z.int().min(LIMITS.qualificationThreshold.min).max(LIMITS.qualificationThreshold.max).optional(),
  version: RuleListVersion.optional(),
});
export type RuleListUpdate = z.infer<typeof RuleListUpdate>;

/** `actId` undoes the change; null when nothing changed. */
export const RuleListResult = z.object({ rules: z.array(Rule), threshold: z.int(), actId: Id.nullable() });
export type RuleListResult = z.infer<typeof RuleListResult>;

/** Exported rules, for backup or another Winnow. */
export const RuleFile = z.object({ winnowRules: z.literal(1), rules: z.array(NewRule).max(LIMITS.rule.rules) });
export type RuleFile = z.infer<typeof RuleFile>;

/** With `replace`, rules not in the file are deleted. */
export const RuleImport = z.object({
  file: RuleFile,
  replace: z.boolean().default(false),
  version: RuleListVersion.optional(),
});
export type RuleImport = z.infer<typeof RuleImport>;

/** `unchanged`: rules that already existed. `actId` undoes the import; null when nothing changed. */
export const RuleImportResult = z.object({
  added: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  actId: Id.nullable(),
});
export type RuleImportResult = z.infer<typeof RuleImportResult>;

/**
 * Rule checks: `invalid` a keyword that can't match as written, `expensive` an active rule whose regular expressions
 * delay scoring of long leads, `overlap` a keyword counted by two rules, `shadowed` a keyword that another one of the
 * same rule always covers, `dead` an active rule without matches, `always` one that matches nearly every lead.
 */
export const RULE_CHECK_KINDS = ["invalid", "expensive", "overlap", "shadowed", "dead", "always"] as const;
export const RuleCheck = z.object({
  kind: z.enum(RULE_CHECK_KINDS),
  ruleId: Id,
  otherRuleId: Id.nullable(),
  keyword: z.string().nullable(),
  message: z.string(),
});
export type RuleCheck = z.infer<typeof RuleCheck>;
