import { createHash } from "node:crypto";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";

/**
 * What scores depend on besides the leads: two rule lists with the same fingerprint give every lead the same score and
 * reasons on the day `today` (2026-05-01).
 */
export function fingerprintOf(rules: readonly ScoringRule[], today: string): string {
  const active = rules.filter(({ isActive }) => isActive);
  const isFading = active.some(({ halfLifeDays }) => halfLifeDays !== null);
  const scoring = active.map(({ id, name, keywords, scoreWeight, mode, fields, counting, halfLifeDays }) => [
    [id, name, scoreWeight, mode, counting, halfLifeDays],
    keywords,
    fields,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([scoring, isFading ? today : null]))
    .digest("hex");
}
