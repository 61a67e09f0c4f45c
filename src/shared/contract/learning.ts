import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { RuleDraft } from "#shared/contract/rule.ts";

/** A share from 0 to 1. */
const Share = z.number().min(0).max(1);

/**
 * What people's decisions say of an active rule: of the decided leads how many it found and the share they are; of those
 * the share that was approved, with the interval in which the truth lies 19 times of 20 (null of none); how many times
 * the share of all decided leads that is; and the approved leads that reach the threshold only with it.
 */
export const RuleInsight = z.object({
  ruleId: Id,
  name: z.string(),
  found: z.int(),
  reach: Share,
  precision: Share.nullable(),
  low: Share,
  high: Share,
  lift: z.number().nullable(),
  decisive: z.int(),
});
export type RuleInsight = z.infer<typeof RuleInsight>;

/** The decided leads behind a suggestion; `keyword` is one that the list of leads can be filtered by. */
const Evidence = z.object({
  found: z.int(),
  approved: z.int(),
  keyword: z.string().nullable(),
  examples: z.array(z.object({ id: Id, name: z.string(), isPositive: z.boolean() })),
});

/**
 * A change to the rules that decisions speak for. Nothing is changed by it: `changes` are the rules as they would be, for
 * a what-if, those without an id being new; every other rule stays as it is.
 */
export const LearningSuggestion = z.object({
  id: z.string(),
  kind: z.enum(["weight", "keyword", "switch_off"]),
  title: z.string(),
  text: z.string(),
  evidence: Evidence,
  changes: z.array(RuleDraft),
});
export type LearningSuggestion = z.infer<typeof LearningSuggestion>;

/**
 * What decisions teach. `needed` and `neededOfEachKind` are how many decisions it takes. `fit` tells how often an approved
 * lead is placed above a rejected one, by a fit that did not know them (`auc`) and by the rules' points (`rulesAuc`), over
 * `heldOut` decisions, and whether its judgement is shown beside the scores of leads; null while decisions are too few.
 */
export const Learning = z.object({
  decisions: z.object({ positive: z.int(), negative: z.int(), needed: z.int(), neededOfEachKind: z.int() }),
  fit: z.object({ auc: Share, rulesAuc: Share, heldOut: z.int(), isShown: z.boolean(), reason: z.string() }).nullable(),
  rules: z.array(RuleInsight),
  suggestions: z.array(LearningSuggestion),
});
export type Learning = z.infer<typeof Learning>;

/** The id of a suggestion that nobody wants to see again. */
export const SuggestionDismissal = z.object({
  suggestion: z
    .string()
    .max(500)
    .regex(/^(weight|keyword|switch_off):./u, "Not the id of a suggestion"),
});

/** How likely a lead is to be approved, in percent, with what speaks for it and against it, in percentage points. */
export const LearnedJudgement = z.object({
  probability: z.int().min(0).max(100),
  reasons: z.array(z.object({ text: z.string(), effect: z.int() })),
});
export type LearnedJudgement = z.infer<typeof LearnedJudgement>;
