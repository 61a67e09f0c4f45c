import { sql } from "kysely";
import type { DuplicatePair } from "#shared/contract/duplicate.ts";
import { pairIdentity } from "#server/store/compare-leads.ts";
import type { ComparedLead } from "#server/store/duplicate-types.ts";
import type { Engine } from "#server/store/engine.ts";
import { writeJournal } from "#server/store/journal-rows.ts";
import { lockedLeads } from "#server/store/lead-rows.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import { run, type Work } from "#server/store/work.ts";

/** The two leads that an act told apart, the older first. */
export interface Dismissal {
  firstId: string;
  secondId: string;
}

/** Tells the two of a pair apart, and answers the act that takes it back. */
export function* dismissPair(engine: Engine, pair: DuplicatePair, entry: NewJournalEntry): Work<string> {
  const leads: ComparedLead[] = yield* lockedLeads(
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
  return yield* writeJournal(engine, entry, { kind: "dismissal", firstId: first.id, secondId: second.id });
}

/** Shows a pair again, or no more. */
export function* markPair(firstId: string, secondId: string, isDismissed: boolean): Work<void> {
  yield* run(sql`update duplicate_pairs set is_dismissed = ${isDismissed}
    where first_id = ${firstId} and second_id = ${secondId}`);
}
