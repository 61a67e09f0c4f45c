import { countsAsQualified, type LeadStatus } from "#shared/lead-status.ts";
import { LEAD_JSON } from "#server/db/leads/lead-json.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { isRowId } from "#server/db/engine/row-id.ts";
import { sql } from "#server/db/engine/sql.ts";
import { jsonFromStored } from "#server/db/engine/stored-text.ts";
import { verbatim, type Work } from "#server/db/engine/work.ts";

export interface StatusChange {
  id: string;
  status: LeadStatus;
  by: string;
  at: string;
}

export interface LeadDeciding {
  /**
   * Sets a lead's status for a person in one durable write with its journal entry. Null when there is no such lead.
   * `json` is the contract's lead; `actId` is null when a person had already set the same status.
   */
  setStatus(change: StatusChange): Promise<{ json: string; actId: string | null; before: LeadStatus } | null>;
}

type Written = [json: string, actId: string | number | null, before: LeadStatus];

const HAPPENED: Record<LeadStatus, string> = {
  pending: "set to pending",
  qualified: "qualified",
  approved: "approved",
  rejected: "rejected",
};

/** The most frequent write: one statement on PostgreSQL, three prepared statements in a shared commit on SQLite. */
export function leadStatus(engine: Engine): LeadDeciding {
  return {
    async setStatus(change) {
      if (!isRowId(change.id)) return null;
      // A single statement needs no explicit transaction, which saves two round trips.
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
 * Writes a person's decision with its journal entry. Returns no rows when there is no such lead, and no action when the
 * decision was already made, since there would be nothing to undo.
 */
export function writeStatus(engine: Engine, change: StatusChange): Work<Written[]> {
  return engine.name === "postgres" ? verbatim<Written>(inOneStatement(engine, change)) : inSteps(engine, change);
}

function inOneStatement(engine: Engine, change: StatusChange) {
  return sql`
    with l as (select id, name, status, status_set_by from leads where id = ${change.id} for update),
    changed as (
      update leads as l set ${assignments(change)} from l as old where l.id = old.id
      returning ${LEAD_JSON[engine.name].full} as json
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
    sql`select ${LEAD_JSON[engine.name].full} from leads l where l.id = ${change.id}`,
  );
  return leads.map(([json]): Written => [json, acts[0]?.[0] ?? null, before[0]]);
}

/** Whether no person has given the lead in table `l` this status yet. */
function isOther({ status }: StatusChange) {
  return sql`(l.status <> ${status} or l.status_set_by <> 'person')`;
}

function assignments({ status, at }: StatusChange) {
  return sql`status = ${status}, status_set_by = 'person', updated_at = ${at}, revision = revision + 1`;
}

/** The action's columns, and a select of their values from the lead in table `l` before the change. */
function journalOf({ status, by, at }: StatusChange) {
  const type = countsAsQualified(status) ? "qualified_lead" : "other";
  const after = JSON.stringify({ status, statusSetBy: "person" });
  const undo = sql`'{"kind":"change","before":{"status":"' || l.status || '","statusSetBy":"' || l.status_set_by
    || '"},"after":' || ${after} || '}'`;
  return sql`(kind, type, title, description, actor, at, lead_id, undo)
    select 'status', ${type}, coalesce(nullif(l.name, ''), 'Unnamed lead') || ${` ${HAPPENED[status]}`}, 'Was ' || l.status, ${by}, ${at}, l.id, ${undo}`;
}
