import { markPair, type Dismissal } from "#server/store/dismiss-pair.ts";
import type { UndoKind } from "#server/store/undo/undo-kind.ts";
import { run } from "#server/store/work.ts";

/** Shows a pair again that was told apart, where the two are a pair still. */
export const undoDismissal: UndoKind<Dismissal> = {
  *undo(engine, { firstId, secondId }) {
    const dismissals = engine.build.deleteFrom("duplicate_dismissals");
    yield* run(dismissals.where("first_id", "=", firstId).where("second_id", "=", secondId));
    yield* markPair(firstId, secondId, false);
    return { topics: ["duplicates"], leadIds: [firstId, secondId] };
  },
};
