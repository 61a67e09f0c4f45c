import type { Engine } from "#server/store/engine.ts";
import { finishSubmission } from "#server/store/forms.ts";
import { writeImport } from "#server/store/import-changes.ts";
import { writeMessages } from "#server/store/processed-emails.ts";
import { knownRowLeads } from "#server/store/source-rows.ts";
import type { LeadBatch } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";
import type { WrittenBatch } from "#server/store/written-batch.ts";

/** Writes what belongs to a batch beside its leads: where they came from, and how far that has been read. */
export function* writeAlongside(
  engine: Engine,
  alongside: NonNullable<LeadBatch["alongside"]>,
  batch: WrittenBatch,
): Work<void> {
  switch (alongside.kind) {
    case "messages": {
      const rowKeys = alongside.emails.flatMap(({ leadRow }) => leadRow ?? []);
      return yield* writeMessages(engine, alongside, yield* leadsOfRows(engine, batch, rowKeys));
    }
    case "submission": {
      const { leadRow } = alongside;
      const leads = yield* leadsOfRows(engine, batch, leadRow === null ? [] : [leadRow]);
      return yield* finishSubmission(engine, alongside, leads.get(leadRow ?? "") ?? null);
    }
    case "import":
      return yield* writeImport(engine, alongside, batch);
  }
}

/** The leads of these rows: by the batch, or of a row that it does not bring, by an earlier one. */
function* leadsOfRows(
  engine: Engine,
  { rowLeads, source }: WrittenBatch,
  rowKeys: readonly string[],
): Work<ReadonlyMap<string, string | null>> {
  const others = rowKeys.filter((rowKey) => (rowLeads.get(rowKey) ?? null) === null);
  if (others.length === 0) return rowLeads;
  return new Map([...rowLeads, ...(yield* knownRowLeads(engine, source, others))]);
}
