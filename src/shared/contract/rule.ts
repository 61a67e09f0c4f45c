import { z } from "zod";
import { Id, line, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

const { weight, nameLength, keywordLength, keywordsPerRule, noteLength, halfLifeDays } = LIMITS.rule;

/**
 * How a keyword is looked for: `words` whole words or phrases with English endings tolerated, `prefix` words that begin
 * with it, `phrase` exactly these words in this order without other endings, `exact` as the whole of a field, `regex` as
 * a regular expression in RE2's syntax, which runs in linear time. All but `regex` are blind to case and accents, and
 * `regex` is blind to case.
 */
export const RULE_MODES = ["words", "prefix", "phrase", "exact", "regex"] as const;

/** What a rule may look at, besides `fact:NAME` for one extra column or answer; `facts` are all of those. */
export const RULE_FIELDS = ["company", "industry", "title", "notes", "facts", "emailDomain"] as const;

/** Whether each keyword found gives the rule's points, or the rule gives them once however many are found. */
export const RULE_COUNTINGS = ["each", "once"] as const;

const RuleField = z.union([
  z.enum(RULE_FIELDS),
  line(LIMITS.lead.fieldLength).regex(/^fact:./u, `A field is one of ${RULE_FIELDS.join(", ")}, or fact: and a name`),
]);

const fields = {
  name: visibleLine(nameLength, "Name is required"),
  keywords: z
    .array(visibleLine(keywordLength, "A keyword cannot be empty"))
    .min(1, "Keywords are required")
    .max(keywordsPerRule, `At most ${keywordsPerRule} keywords in one rule`),
  /** Points; below zero they are taken off. */
  scoreWeight: z
    .int("Weight must be a whole number")
    .min(-weight.max, `Weight must be at least -${weight.max}`)
    .max(weight.max, `Weight must be at most ${weight.max}`)
    .refine((points) => points !== 0, `Weight must be at least ${weight.min}, or below 0 to take points off`),
  isActive: z.boolean(),
  mode: z.enum(RULE_MODES),
  /** Where it looks; nowhere named means everywhere. */
  fields: z.array(RuleField).max(LIMITS.rule.fields, `At most ${LIMITS.rule.fields} fields`),
  counting: z.enum(RULE_COUNTINGS),
  /** After so many days of a lead's age the points are half, after twice as many a quarter; null keeps them whole. */
  halfLifeDays: z
    .int("Days must be a whole number")
    .min(halfLifeDays.min, `Days must be at least ${halfLifeDays.min}`)
    .max(halfLifeDays.max, `Days must be at most ${halfLifeDays.max}`)
    .nullable(),
  /** For people: why the rule is there. */
  note: z.string().max(noteLength, `At most ${noteLength} characters`),
};

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
  createdAt: Timestamp,
});
export type Rule = z.infer<typeof Rule>;
export type RuleMode = Rule["mode"];

/** What a rule is of which no more is said than its name and keywords. */
export const DEFAULT_RULE: Omit<Rule, "id" | "name" | "keywords" | "createdAt"> = {
  scoreWeight: weight.default,
  isActive: true,
  mode: "words",
  fields: [],
  counting: "each",
  halfLifeDays: null,
  note: "",
};

/** Defaults stand here alone: `.partial()` of a schema with defaults would reset fields on every PATCH. */
export const NewRule = z.object({
  ...fields,
  scoreWeight: fields.scoreWeight.default(DEFAULT_RULE.scoreWeight),
  isActive: fields.isActive.default(DEFAULT_RULE.isActive),
  mode: fields.mode.default(DEFAULT_RULE.mode),
  fields: fields.fields.default(DEFAULT_RULE.fields),
  counting: fields.counting.default(DEFAULT_RULE.counting),
  halfLifeDays: fields.halfLifeDays.default(DEFAULT_RULE.halfLifeDays),
  note: fields.note.default(DEFAULT_RULE.note),
});
export type NewRule = z.infer<typeof NewRule>;

export const RuleUpdate = z.object(fields).partial();
export type RuleUpdate = z.infer<typeof RuleUpdate>;

/** A rule of a list as it would be: with the id of the one it replaces, without one a new rule. */
export const RuleDraft = NewRule.extend({ id: Id.optional() });
export type RuleDraft = z.infer<typeof RuleDraft>;

/** A list of rules as it would be: what stands in no draft is deleted. */
export const RuleDrafts = z.array(RuleDraft).max(LIMITS.rule.rules, `At most ${LIMITS.rule.rules} rules`);

/** All rules at once, with or without another threshold. */
export const RuleListUpdate = z.object({
  rules: RuleDrafts,
  threshold: z.int().min(LIMITS.qualificationThreshold.min).max(LIMITS.qualificationThreshold.max).optional(),
});
export type RuleListUpdate = z.infer<typeof RuleListUpdate>;

/** `actId` takes the change back; null when nothing changed. */
export const RuleListResult = z.object({ rules: z.array(Rule), threshold: z.int(), actId: Id.nullable() });
export type RuleListResult = z.infer<typeof RuleListResult>;

/** Rules as a file, to keep or to carry to another Winnow. */
export const RuleFile = z.object({ winnowRules: z.literal(1), rules: z.array(NewRule).max(LIMITS.rule.rules) });
export type RuleFile = z.infer<typeof RuleFile>;

/** With `replace` the rules that are not in the file are deleted, else they stay. */
export const RuleImport = z.object({ file: RuleFile, replace: z.boolean().default(false) });
export type RuleImport = z.infer<typeof RuleImport>;

/** `unchanged` rules of the file were there already; `actId` takes the import back, null when nothing changed. */
export const RuleImportResult = z.object({
  added: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  actId: Id.nullable(),
});
export type RuleImportResult = z.infer<typeof RuleImportResult>;

/**
 * What is worth a look about the rules: `invalid` a keyword that finds nothing as it is written, `overlap` a keyword that
 * two rules count, `shadowed` a keyword that another of the same rule always finds first, `dead` an active rule that
 * found no lead, `always` one that found nearly every lead and so tells none from another.
 */
export const RULE_CHECK_KINDS = ["invalid", "overlap", "shadowed", "dead", "always"] as const;
export const RuleCheck = z.object({
  kind: z.enum(RULE_CHECK_KINDS),
  ruleId: Id,
  otherRuleId: Id.nullable(),
  keyword: z.string().nullable(),
  message: z.string(),
});
export type RuleCheck = z.infer<typeof RuleCheck>;
