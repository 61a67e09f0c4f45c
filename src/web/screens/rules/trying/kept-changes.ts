import type { RuleDraft } from "#shared/contract/rule.ts";
import type { RuleChanges } from "#web/screens/rules/trying/rule-changes.ts";

const KEY = "winnow.rule-changes";

interface Kept {
  /** The visit they belong to, as the router names it: a reload is the same, a new visit another. */
  visit: string;
  changes: RuleChanges;
}

/** Changes that were tried before the page was loaded again; null where this visit has none. */
export function readChanges(visit: string): RuleChanges | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    return kept?.visit === visit ? kept.changes : null;
  } catch {
    // A browser may forbid its storage; then a reload starts afresh.
    return null;
  }
}

export function keepChanges(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // As above.
  }
}

export function forgetChanges(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

/** The drafts that whoever led here brought in the router's state. */
export function broughtDrafts(state: unknown): readonly RuleDraft[] | null {
  if (typeof state !== "object" || state === null || !("drafts" in state)) return null;
  return Array.isArray(state.drafts) ? (state.drafts as RuleDraft[]) : null;
}
