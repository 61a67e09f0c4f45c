import type { RecordTable, Watch } from "#server/db/engine/record-table.ts";
import { type LeadFieldRecord, leadFieldWrites } from "#server/db/leads/lead-fields.ts";
import { raiseWantedScores } from "#server/db/rules/rescore-wanted.ts";

/** Writes of custom fields that mark all scores as stale, unless only a name or options change. */
export function scoredFieldWrites(watch?: Watch): RecordTable<LeadFieldRecord> {
  const fields = leadFieldWrites(watch);
  return {
    ...fields,
    *create(field) {
      yield* raiseWantedScores();
      return yield* fields.create(field);
    },
    *update(id, patch) {
      if (patch.kind !== undefined) yield* raiseWantedScores();
      return yield* fields.update(id, patch);
    },
    *remove(id) {
      yield* raiseWantedScores();
      return yield* fields.remove(id);
    },
  };
}
