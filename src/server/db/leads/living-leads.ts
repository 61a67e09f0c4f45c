import { sql } from "#server/db/engine/sql.ts";
import { all, type Work } from "#server/db/engine/work.ts";

/**
 * Clears the ids of leads deleted since, for display only. The stored records keep them, so that they link to the lead
 * again if the deletion is undone.
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
