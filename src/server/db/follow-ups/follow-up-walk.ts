import { all, first, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";

export const FOLLOW_UP_WALK: Table = { name: "follow_up_walk", backup: "all", people: { none: "numbers" } };

interface Passed {
  id: string | number;
  created_at: string;
  source: string;
  status: string;
  qualification_status: string;
  email_key: string | null;
  follow_up_attempts: number;
}

/**
 * Scans the next `limit` leads, no newer than `until`, and returns those to ask: with missing information and an
 * address, pending or qualified, from one of `sources`, and never asked before. The first call only marks the starting
 * point, so that existing leads aren't contacted.
 */
export function* walkNewLeads(until: string, sources: readonly string[], limit: number): Work<string[]> {
  const walk = yield* first(sql<{ last_lead_id: string | number }>`select last_lead_id from follow_up_walk`);
  if (walk === null) {
    yield* run(sql`
      insert into follow_up_walk (id, last_lead_id) select 1, coalesce(max(id), 0) from leads
      where true on conflict (id) do nothing`);
    return [];
  }
  const rows = yield* all(sql<Passed>`
    select id, created_at, source, status, qualification_status, email_key, follow_up_attempts from leads
    where id > ${walk.last_lead_id} order by id limit ${limit}`);
  // Ids are assigned before rows become visible, so leads newer than `until` wait until all earlier ids must be
  // visible.
  const tooYoung = rows.findIndex(({ created_at }) => created_at > until);
  const passed = tooYoung < 0 ? rows : rows.slice(0, tooYoung);
  const last = passed.at(-1);
  if (last !== undefined) yield* run(sql`update follow_up_walk set last_lead_id = ${last.id}`);
  return passed
    .filter(
      ({ source, status, qualification_status, email_key, follow_up_attempts }) =>
        sources.includes(source) &&
        (status === "pending" || status === "qualified") &&
        qualification_status === "incomplete" &&
        email_key !== null &&
        follow_up_attempts === 0,
    )
    .map(({ id }) => String(id));
}
