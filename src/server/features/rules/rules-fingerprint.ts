import { createHash } from "node:crypto";
import type { Rule } from "#shared/contract/rule.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";

/**
 * What scores depend on besides the leads: two rule lists with the same fingerprint give every lead the same score,
 * reasons and tags on the day `today` (2026-05-01).
 */
export function fingerprintOf(rules: readonly (ScoringRule & Partial<Pick<Rule, "tag">>)[], today: string): string {
  const active = rules.filter(({ isActive }) => isActive);
  const isFading = active.some(({ halfLifeDays }) => halfLifeDays !== null);
  const scoring = active.map(
    ({ id, name, keywords, scoreWeight, mode, fields, counting, halfLifeDays, tag = null }) => [
      [id, name, scoreWeight, mode, counting, halfLifeDays],
      keywords,
      fields,
      // Keeps the fingerprints of rules without a tag.
      ...(tag === null ? [] : [tag]),
    ],
  );
  return createHash("sha256")
    .update(JSON.stringify([scoring, isFading ? today : null]))
    .digest("hex");
}
