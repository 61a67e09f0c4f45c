import { countsAsQualified } from "#shared/lead-status.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { StatusChangedLead } from "#server/features/rules/rescore-pass.ts";

/** The maximum number of leads named. */
const NAMED = 3;

/** Counts the leads whose status a rescore changed, for one line in the history; each also has its own timeline. */
export interface RescoredStatuses {
  add(changedLeads: readonly StatusChangedLead[]): void;
  /** Null if none changed. */
  entry(at: string, title: string): NewJournalEntry | null;
}

/** Starts empty. */
export function createRescoredStatuses(): RescoredStatuses {
  const up = createGroup();
  const down = createGroup();
  return {
    add(changedLeads) {
      for (const { name, was, is } of changedLeads) {
        if (countsAsQualified(is) && !countsAsQualified(was)) up.add(name);
        if (!countsAsQualified(is) && countsAsQualified(was)) down.add(name);
      }
    },
    entry(at, title) {
      if (up.count() + down.count() === 0) return null;
      return {
        kind: "rule",
        type: up.count() > 0 ? "qualified_lead" : "other",
        title,
        description: `${up.text()} now qualified, ${down.text()} no longer`,
        by: "Rules",
        at,
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
