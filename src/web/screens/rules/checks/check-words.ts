import type { RuleCheck } from "#shared/contract/rule.ts";

const WORDS: Readonly<Record<RuleCheck["kind"], { one: string; many: string }>> = {
  invalid: { one: "finds nothing", many: "find nothing" },
  overlap: { one: "overlaps", many: "overlap" },
  shadowed: { one: "counted twice", many: "counted twice" },
  dead: { one: "no lead found", many: "no lead found" },
  always: { one: "finds nearly all", many: "find nearly all" },
};

/** The badge of a rule's row: "Overlaps", or "3 things to look at" where it is more than one kind. */
export function badgeWords(checks: readonly RuleCheck[]): string {
  const kinds = new Set(checks.map(({ kind }) => kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.size > 1) return `${checks.length} things to look at`;
  const { one } = WORDS[kind];
  return `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
}

/** The line above the table: "3 things worth a look: 2 overlap, 1 no lead found." */
export function summaryWords(checks: readonly RuleCheck[]): string {
  const counts = new Map<RuleCheck["kind"], number>();
  for (const { kind } of checks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => `${count} ${count === 1 ? WORDS[kind].one : WORDS[kind].many}`);
  return `${checks.length === 1 ? "1 thing" : `${checks.length} things`} worth a look: ${parts.join(", ")}.`;
}
