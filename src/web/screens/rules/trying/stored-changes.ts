import { z } from "zod";
import { NewRule, type RuleDraft } from "#shared/contract/rule.ts";
import type { RuleChanges } from "#web/screens/rules/trying/rule-changes.ts";

const text = z.string();
const TypedFields = z.object({ name: text, weight: text, isActive: z.boolean(), keywordsText: text });
/** A new rule has no name or keywords at first. */
const Base = z.object({ ...NewRule.shape, name: text, keywords: z.array(text) });

const StoredChanges = z.object({
  edited: z.record(
    text,
    z.object({
      version: text.exactOptional(),
      base: Base.exactOptional(),
      typed: TypedFields.partial().exactOptional(),
      isDeleted: z.boolean().exactOptional(),
    }),
  ),
  added: z.array(z.object({ key: text, base: Base, typed: TypedFields })),
  threshold: text.nullable(),
  thresholdSeen: z.number().exactOptional(),
});

export function isRuleChanges(stored: unknown): stored is RuleChanges {
  return StoredChanges.safeParse(stored).success;
}

/** Drafts passed in the router's state. */
export function passedDrafts(state: unknown): readonly RuleDraft[] | null {
  if (typeof state !== "object" || state === null || !("drafts" in state)) return null;
  return Array.isArray(state.drafts) ? (state.drafts as RuleDraft[]) : null;
}
