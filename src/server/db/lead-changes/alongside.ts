import type { ImportWrite } from "#server/db/imports/import-records.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { finishSubmission, type SubmissionWrite } from "#server/db/sources/forms.ts";
import { writeImport } from "#server/db/imports/import-changes.ts";
import { type MessagesWrite, writeMessages } from "#server/db/sources/processed-emails.ts";
import { knownRowLeads } from "#server/db/leads/source-rows.ts";
import type { Work } from "#server/db/engine/work.ts";
import type { WrittenBatch } from "#server/db/leads/written-batch.ts";

/** The source of a batch of leads and how far it has been read. */
export type Alongside = MessagesWrite | SubmissionWrite | ImportWrite;

/** Writes the non-lead part of a batch: its source and how far that has been read. */
export function* writeAlongside(engine: Engine, alongside: Alongside, batch: WrittenBatch): Work<void> {
  switch (alongside.kind) {
    case "messages": {
      const rowKeys = alongside.emails.flatMap(({ leadRow }) => leadRow ?? []);
      return yield* writeMessages(engine, alongside, yield* leadsOfRows(engine, batch, rowKeys));
    }
    case "submission": {
      const { leadRow } = alongside;
      const leads = yield* leadsOfRows(engine, batch, leadRow === null ? [] : [leadRow]);
      return yield* finishSubmission(alongside, leads.get(leadRow ?? "") ?? null);
    }
    case "import":
      return yield* writeImport(engine, alongside, batch);
  }
}

/** The lead of each of these rows, from this batch or, for a row not in it, from an earlier one. */
function* leadsOfRows(
  engine: Engine,
  { rowLeads, source }: WrittenBatch,
  rowKeys: readonly string[],
): Work<ReadonlyMap<string, string | null>> {
  const others = rowKeys.filter((rowKey) => (rowLeads.get(rowKey) ?? null) === null);
  if (others.length === 0) return rowLeads;
  return new Map([...rowLeads, ...(yield* knownRowLeads(engine, source, others))]);
}
