import { sql } from "kysely";
import { all, first, run, type Work } from "#server/store/work.ts";

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
 * The leads that came in since the last walk and no later than `until`, some of `limit` rows at a time, that lack
 * something and can be asked: pending or qualified, from one of `sources`, with an address, never asked before. The first
 * walk only marks where it begins, so that whoever is known by then is left alone.
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
  // Ids are given out before leads are there to be seen: the youngest wait until those before them must have come.
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
