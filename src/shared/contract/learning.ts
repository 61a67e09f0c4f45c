import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { RuleDraft } from "#shared/contract/rule.ts";

/** A share from 0 to 1. */
const Share = z.number().min(0).max(1);

/**
 * How an active rule fares among decided leads: matches and their share, approval rate of those with its 95% confidence
 * interval (null without matches), lift over the overall approval rate, and approved leads that reach the threshold
 * only with it.
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

/** The decided leads behind a suggestion; `keyword` can be used as a lead list filter. */
const Evidence = z.object({
  found: z.int(),
  approved: z.int(),
  keyword: z.string().nullable(),
  examples: z.array(z.object({ id: Id, name: z.string(), isPositive: z.boolean() })),
});

/**
 * A rule change that decisions suggest; nothing is changed yet. `changes` are the new rules (those without an id are
 * added) for a what-if; all other rules stay.
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
 * What decisions teach. `needed` and `neededOfEachKind` are the decisions required. `fit` compares how often an
 * approved lead outranks a rejected one in a model not trained on them (`auc`) and by rule points (`rulesAuc`), over
 * `heldOut` decisions, and whether its verdict is shown next to scores; null with too few decisions.
 */
export const Learning = z.object({
  decisions: z.object({ positive: z.int(), negative: z.int(), needed: z.int(), neededOfEachKind: z.int() }),
  fit: z.object({ auc: Share, rulesAuc: Share, heldOut: z.int(), isShown: z.boolean(), reason: z.string() }).nullable(),
  rules: z.array(RuleInsight),
  suggestions: z.array(LearningSuggestion),
});
export type Learning = z.infer<typeof Learning>;

/** The id of a suggestion to hide for good. */
export const SuggestionDismissal = z.object({
  suggestion: z
    .string()
    .max(500)
    .regex(/^(weight|keyword|switch_off):./u, "Not a suggestion id"),
});

/** How likely approval is, in percent, with the factors for and against in percentage points. */
export const ApprovalEstimate = z.object({
  probability: z.int().min(0).max(100),
  reasons: z.array(z.object({ text: z.string(), effect: z.int() })),
});
export type ApprovalEstimate = z.infer<typeof ApprovalEstimate>;
