import { sql } from "kysely";
import { all, type Work } from "#server/store/work.ts";

/**
 * The records as they are to be shown: without the id of a lead that was deleted since. What is stored keeps it, so that
 * the record leads to its lead again once the deletion is taken back.
 */
export function* withLivingLeads<R extends { leadId: string | null }>(records: readonly R[]): Work<R[]> {
  const named = [...new Set(records.flatMap(({ leadId }) => leadId ?? []))];
  if (named.length === 0) return [...records];
  const rows = yield* all(sql<{ id: string | number }>`select id from leads where id in (${sql.join(named)})`);
  const living = new Set(rows.map(({ id }) => String(id)));
  return records.map((record) =>
    record.leadId === null || living.has(record.leadId) ? record : { ...record, leadId: null },
  );
}
