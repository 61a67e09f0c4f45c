import { countsAsQualified } from "#shared/lead-status.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import type { TurnedLead } from "#server/workflows/rules/rescore-pass.ts";

/** Up to so many leads are named. */
const NAMED = 3;

/** Counts the leads that a rescore turned, for the one line that tells of them; each has its own on its timeline. */
export interface RescoreTurns {
  add(turned: readonly TurnedLead[]): void;
  /** Null when none turned. */
  entry(at: string): NewJournalEntry | null;
}

/** Starts without any. */
export function createRescoreTurns(): RescoreTurns {
  const up = createGroup();
  const down = createGroup();
  return {
    add(turned) {
      for (const { name, was, is } of turned) {
        if (countsAsQualified(is) && !countsAsQualified(was)) up.add(name);
        if (!countsAsQualified(is) && countsAsQualified(was)) down.add(name);
      }
    },
    entry(at) {
      if (up.count() + down.count() === 0) return null;
      return {
        kind: "rule",
        type: up.count() > 0 ? "qualified_lead" : "other",
        title: "Leads scored again",
        description: `${up.text()} now qualified, ${down.text()} no longer`,
        by: "Rules",
        at,
        leadId: null,
      };
    },
  };
}

function createGroup() {
  let count = 0;
  const names: string[] = [];
  return {
    add(name: string): void {
      count += 1;
      if (names.length < NAMED) names.push(name);
    },
    count: () => count,
    text: () => (count > 0 && count <= NAMED ? `${count} (${names.join(", ")})` : String(count)),
  };
}
