import { markPair, type Dismissal } from "#server/db/duplicates/dismiss-pair.ts";
import { sql } from "#server/db/engine/sql.ts";
import type { UndoKind } from "#server/db/journal/undo-kind.ts";
import { run } from "#server/db/engine/work.ts";

/** Restores a dismissed duplicate pair, if the two leads are still a pair. */
export const undoDismissal: UndoKind<Dismissal> = {
  *undo(_engine, { firstId, secondId }) {
    yield* run(sql`delete from duplicate_dismissals where first_id = ${firstId} and second_id = ${secondId}`);
    yield* markPair(firstId, secondId, false);
    return { topics: ["duplicates"], leadIds: [firstId, secondId] };
  },
};
