import type { ScorePart } from "#shared/lead-record.ts";

const NAMED = 3;

/** The rules that added or subtracted points, strongest first: `Intent 40, Trade 15 and 2 more`. Empty if none did. */
function scoreReasons(parts: readonly Pick<ScorePart, "ruleId" | "ruleName" | "points">[]): string {
  const rules = new Map<string, { name: string; points: number }>();
  for (const { ruleId, ruleName, points } of parts) {
    const rule = rules.get(ruleId);
    if (rule === undefined) rules.set(ruleId, { name: ruleName, points });
    else rule.points += points;
  }
  const strongest = [...rules.values()]
    .filter(({ points }) => points !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const named = strongest.slice(0, NAMED).map(({ name, points }) => `${name} ${points}`);
  const rest = strongest.length - named.length;
  return named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** A score with its reasons: `Score 55 (Intent 40, Trade 15)`. */
export function scoreWithReasons(score: number, parts: readonly ScorePart[]): string {
  const reasons = scoreReasons(parts);
  return reasons === "" ? `Score ${score}` : `Score ${score} (${reasons})`;
}
