import type { DuplicatePair } from "#shared/contract/leads/duplicate.ts";
import { pairIdentity } from "#server/db/duplicates/compare-leads.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { writeJournal } from "#server/db/journal/journal-rows.ts";
import { lockedLeads } from "#server/db/leads/lead-rows.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { Table } from "#server/db/engine/table.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import type { UndoKind } from "#server/db/journal/undo-kind.ts";

export const DUPLICATE_DISMISSALS: Table = {
  name: "duplicate_dismissals",
  backup: "all",
  people: {
    kind: "Dismissed duplicates",
    key: ["first_id", "second_id"],
    leads: ["first_id", "second_id"],
    texts: ["identity"],
    ofPerson: "delete",
  },
};

/** The two leads of a dismissed pair, the older first. */
export interface Dismissal {
  firstId: string;
  secondId: string;
}

/** Dismisses a pair and returns the action to undo it. */
export function* dismissPair(engine: Engine, pair: DuplicatePair, entry: NewJournalEntry): Work<string> {
  const leads = yield* lockedLeads(
    engine,
    pair.leads.map(({ id }) => id),
  );
  const [first, second] = leads;
  if (first === undefined || second === undefined) throw new Error("A pair without its two leads");
  const row = { first_id: first.id, second_id: second.id, identity: pairIdentity(first, second) };
  yield* engine.sql.insertMany(
    "duplicate_dismissals",
    [row],
    "on conflict (first_id, second_id) do update set identity = excluded.identity",
  );
  yield* markPair(first.id, second.id, true);
  // The entry names both leads, so it stays off the timeline of one that others may see without the other.
  const leadId = first.ownerId === second.ownerId ? first.id : null;
  return yield* writeJournal({ ...entry, leadId }, { kind: "dismissal", firstId: first.id, secondId: second.id });
}

/** Sets whether a pair is dismissed. */
function* markPair(firstId: string, secondId: string, isDismissed: boolean): Work<void> {
  yield* run(sql`update duplicate_pairs set is_dismissed = ${isDismissed}
    where first_id = ${firstId} and second_id = ${secondId}`);
}

/** Restores a dismissed duplicate pair, if the two leads are still a pair. */
export const undoDismissal: UndoKind<Dismissal> = {
  *undo(_engine, { firstId, secondId }) {
    yield* run(sql`delete from duplicate_dismissals where first_id = ${firstId} and second_id = ${secondId}`);
    yield* markPair(firstId, secondId, false);
    return { topics: ["duplicates"], leadIds: [firstId, secondId] };
  },
};
