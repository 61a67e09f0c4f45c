import type { LeadStatus } from "#shared/lead-status.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { NewJournalEntry } from "#server/store/types.ts";

/** More leads than this are told as one line of activity. */
export const NAMED_TURNS = 99;

interface Turn {
  id: string;
  name: string;
  score: number;
  was: LeadStatus;
  is: LeadStatus;
}

/** The leads whose status a rescore turned, each from what it was at first to what it is. */
export interface RescoreTurns {
  /** Adds what one batch wrote; a lead that turned back is out again. */
  add(changed: Iterable<{ before: StoredLead; after: StoredLead }>): void;
  /** One entry for each lead's timeline; null when they are too many to be named. */
  entries(at: string): NewJournalEntry[] | null;
}

/** Starts without any. Past `NAMED_TURNS` leads it holds none, so that a large rescore needs no room for them. */
export function createRescoreTurns(): RescoreTurns {
  let turns: Map<string, Turn> | null = new Map();
  return {
    add(changed) {
      for (const { before, after } of changed) {
        if (turns === null) return;
        const { id, name, score, status: is } = { ...after, id: before.id };
        const was = turns.get(id)?.was ?? before.status;
        if (is === was) turns.delete(id);
        else turns.set(id, { id, name, score, was, is });
        if (turns.size > NAMED_TURNS) turns = null;
      }
    },
    entries: (at) => turns && [...turns.values()].map((turn) => entryOf(turn, at)),
  };
}

function entryOf({ id, name, score, was, is }: Turn, at: string): NewJournalEntry {
  return {
    kind: "status",
    type: is === "qualified" ? "qualified_lead" : "other",
    title: is === "qualified" ? `${name} qualified` : `${name} no longer qualified`,
    description: `Was ${was}. Scored again: ${score}`,
    by: "Rules",
    at,
    leadId: id,
  };
}
