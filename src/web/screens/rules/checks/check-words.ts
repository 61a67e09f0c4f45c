import type { RuleCheck } from "#shared/contract/rule.ts";
import { counted } from "#shared/counted.ts";

const WORDS: Readonly<Record<RuleCheck["kind"], { one: string; many: string }>> = {
  invalid: { one: "can't match", many: "can't match" },
  expensive: { one: "is slow", many: "are slow" },
  overlap: { one: "overlaps", many: "overlap" },
  shadowed: { one: "counts twice", many: "count twice" },
  dead: { one: "matches no leads", many: "match no leads" },
  always: { one: "matches nearly all leads", many: "match nearly all leads" },
};

/** Badge of a rule's row: "Overlaps", or "3 warnings" for more than one kind. */
export function badgeWords(checks: readonly RuleCheck[]): string {
  const kinds = new Set(checks.map(({ kind }) => kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.size > 1) return `${checks.length} warnings`;
  const { one } = WORDS[kind];
  return `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
}

/** Line above the table: "3 warnings: 2 overlap, 1 matches no leads." */
export function summaryWords(checks: readonly RuleCheck[]): string {
  const counts = new Map<RuleCheck["kind"], number>();
  for (const { kind } of checks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => `${count} ${count === 1 ? WORDS[kind].one : WORDS[kind].many}`);
  return `${counted(checks.length, "warning")}: ${parts.join(", ")}.`;
}
