import type { RuleDraft } from "#shared/contract/rule.ts";
import type { RuleChanges } from "#web/screens/rules/trying/rule-changes.ts";

const KEY = "winnow.rule-changes";

interface Kept {
  /** The router's key of this visit: unchanged by a reload, new for each visit. */
  visit: string;
  changes: RuleChanges;
}

/** Drafted changes from before a reload; null if this visit has none. */
export function readChanges(visit: string): RuleChanges | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    return kept?.visit === visit ? kept.changes : null;
  } catch {
    // Storage may be blocked; then a reload starts over.
    return null;
  }
}

export function storeChanges(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be blocked.
  }
}

export function forgetChanges(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked.
  }
}

/** Drafts passed in the router's state. */
export function passedDrafts(state: unknown): readonly RuleDraft[] | null {
  if (typeof state !== "object" || state === null || !("drafts" in state)) return null;
  return Array.isArray(state.drafts) ? (state.drafts as RuleDraft[]) : null;
}
