import { z } from "zod";
import { Id, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

const { weight, nameLength, keywordLength, keywordsPerRule } = LIMITS.rule;

const fields = {
  name: visibleLine(nameLength, "Name is required"),
  keywords: z
    .array(visibleLine(keywordLength, "A keyword cannot be empty"))
    .min(1, "Keywords are required")
    .max(keywordsPerRule, `At most ${keywordsPerRule} keywords in one rule`),
  scoreWeight: z
    .int("Weight must be a whole number")
    .min(weight.min, `Weight must be at least ${weight.min}`)
    .max(weight.max, `Weight must be at most ${weight.max}`),
  isActive: z.boolean(),
};

export const Rule = z.object({
  id: Id,
  name: z.string(),
  keywords: z.array(z.string()),
  scoreWeight: z.int(),
  isActive: z.boolean(),
  createdAt: Timestamp,
});
export type Rule = z.infer<typeof Rule>;

/** Defaults stand here alone: `.partial()` of a schema with defaults would reset fields on every PATCH. */
export const NewRule = z.object({
  ...fields,
  scoreWeight: fields.scoreWeight.default(weight.default),
  isActive: fields.isActive.default(true),
});
export type NewRule = z.infer<typeof NewRule>;

export const RuleUpdate = z.object(fields).partial();
export type RuleUpdate = z.infer<typeof RuleUpdate>;
