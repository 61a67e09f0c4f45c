import { sql } from "kysely";
import { countsAsQualified, type LeadStatus } from "#shared/lead-status.ts";
import type { Engine } from "#server/store/engine.ts";
import { isRowId } from "#server/store/row-id.ts";
import { jsonFromStored } from "#server/store/stored-text.ts";
import type { LeadStore, StatusChange } from "#server/store/types.ts";
import { verbatim, type Work } from "#server/store/work.ts";

type Written = [json: string, actId: string | number | null, before: LeadStatus];

const HAPPENED: Record<LeadStatus, string> = {
  pending: "set to pending",
  qualified: "qualified",
  approved: "approved",
  rejected: "rejected",
};

/** The most frequent write: one statement on PostgreSQL, three prepared ones in a shared commit on SQLite. */
export function leadStatus(engine: Engine): Pick<LeadStore, "setStatus"> {
  return {
    async setStatus(change) {
      if (!isRowId(change.id)) return null;
      // One statement is a transaction by itself, without the two round trips of another.
      const written =
        engine.name === "postgres"
          ? await engine.run(() => writeStatus(engine, change))
          : await engine.transact(() => writeStatus(engine, change));
      const [row] = written;
      if (row === undefined) return null;
      const [json, actId, before] = row;
      return { json: jsonFromStored(json), actId: actId === null ? null : String(actId), before };
    },
  };
}

/**
 * Writes a person's decision with its journal entry; no rows when there is no such lead, no act where the same was decided
 * before: taking that back would change nothing.
 */
export function writeStatus(engine: Engine, change: StatusChange): Work<Written[]> {
  return engine.name === "postgres" ? verbatim<Written>(inOneStatement(engine, change)) : inSteps(engine, change);
}

function inOneStatement(engine: Engine, change: StatusChange) {
  return sql`
    with l as (select id, name, status, status_set_by from leads where id = ${change.id} for update),
    changed as (
      update leads as l set ${assignments(change)} from l as old where l.id = old.id
      returning ${engine.sql.leadJson.full} as json
    ),
    act as (insert into journal ${journalOf(change)} from l where ${isOther(change)} returning id)
    select changed.json, act.id, l.status from changed cross join l left join act on true`;
}

function* inSteps(engine: Engine, change: StatusChange): Work<Written[]> {
  const [before] = yield* verbatim<[LeadStatus]>(sql`select status from leads where id = ${change.id}`);
  if (before === undefined) return [];
  const acts = yield* verbatim<[number]>(
    sql`insert into journal ${journalOf(change)} from leads l
      where l.id = ${change.id} and ${isOther(change)} returning id`,
  );
  yield* verbatim(sql`update leads set ${assignments(change)} where id = ${change.id}`);
  const leads = yield* verbatim<[string]>(
    sql`select ${engine.sql.leadJson.full} from leads l where l.id = ${change.id}`,
  );
  return leads.map(([json]): Written => [json, acts[0]?.[0] ?? null, before[0]]);
}

/** Whether the lead in the table `l` was not decided so by a person yet. */
function isOther({ status }: StatusChange) {
  return sql`(l.status <> ${status} or l.status_set_by <> 'person')`;
}

function assignments({ status, at }: StatusChange) {
  return sql`status = ${status}, status_set_by = 'person', updated_at = ${at}, revision = revision + 1`;
}

/** The columns of the act, and a select of their values from the lead as it was, in the table `l`. */
function journalOf({ status, by, at }: StatusChange) {
  const type = countsAsQualified(status) ? "qualified_lead" : "other";
  const after = JSON.stringify({ status, statusSetBy: "person" });
  const undo = sql`'{"kind":"change","before":{"status":"' || l.status || '","statusSetBy":"' || l.status_set_by
    || '"},"after":' || ${after} || '}'`;
  return sql`(kind, type, title, description, actor, at, lead_id, undo)
    select 'status', ${type}, l.name || ${` ${HAPPENED[status]}`}, 'Was ' || l.status, ${by}, ${at}, l.id, ${undo}`;
}
