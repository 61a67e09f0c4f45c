import { countsAsQualified, type LeadStatus, STATUS_DONE } from "#shared/lead-status.ts";
import { LEAD_JSON } from "#server/db/leads/lead-json.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { isRowId, sql, verbatim, type Work } from "#server/db/engine/sql.ts";
import { jsonFromStored, toStoredJson } from "#server/db/engine/stored-text.ts";
import { writtenTogether } from "#server/db/engine/written-together.ts";
import { recordEvents, statusEvent } from "#server/db/outbox/record-events.ts";
import { acting } from "#server/platform/acting.ts";

export interface StatusChange {
  id: string;
  status: LeadStatus;
  /** The status that the decision is based on; without it, the change always applies. */
  formerStatus?: LeadStatus | undefined;
  by: string;
  at: string;
}

type Written = [json: string, actId: string | number | null, before: LeadStatus];

/** A change that waits to be written with others, and what it wrote; undefined while another writer has the lead. */
interface Grouped {
  change: StatusChange;
  written?: Written;
}

/** Concurrent changes in one PostgreSQL statement. */
const MOST_TOGETHER = 100;

/**
 * The most frequent write. Concurrent ones share a commit: one statement on PostgreSQL, three prepared statements each
 * on SQLite, whose engine groups transactions.
 */
export function leadStatus(engine: Engine) {
  const write = async (change: StatusChange): Promise<Written | undefined> => {
    // A single statement needs no explicit transaction, which saves two round trips.
    const work = (): Work<Written[]> => writeStatus(engine, change);
    const [row] = await (engine.name === "postgres" ? engine.run(work) : engine.transact(work));
    return row;
  };
  const writeGrouped = writtenTogether<Grouped>(
    (items) => engine.run(() => writeTogether(engine, items)),
    MOST_TOGETHER,
  );
  return {
    /**
     * Sets a lead's status for a person in one durable write with its journal entry. Null when there is no such lead, or
     * when its status is neither the wanted one nor `formerStatus`. `json` is the contract's lead; `actId` is null when a person had already set the same status.
     */
    async setStatus(change: StatusChange): Promise<{ json: string; actId: string | null; before: LeadStatus } | null> {
      if (!isRowId(change.id)) return null;
      let row: Written | undefined;
      // A dry run is rolled back, so it can't be part of another caller's write.
      if (engine.name === "postgres" && acting().rehearses !== true) {
        const item: Grouped = { change };
        await writeGrouped(item);
        row = item.written;
      }
      // One that found its lead locked waits alone, so that nobody waits with it.
      row ??= await write(change);
      if (row === undefined) return null;
      const [json, actId, before] = row;
      return { json: jsonFromStored(json), actId: actId === null ? null : String(actId), before };
    },
  };
}

/** Writes the first change of each lead; the others wait for it alone. */
function* writeTogether(engine: Engine, items: readonly Grouped[]): Work<void> {
  const byLead = new Map(items.toReversed().map((item) => [item.change.id, item]));
  const changes = [...byLead.values()].map(({ change }) => change);
  const rows = yield* verbatim<[...Written, id: string]>(inOneStatement(engine, changes, sql`skip locked`));
  for (const [json, actId, before, id] of rows) {
    const item = byLead.get(id);
    if (item !== undefined) item.written = [json, actId, before];
  }
}

/**
 * Writes a person's decision with its journal entry. Returns no rows when there is no such lead or its status isn't the
 * expected one, and no action when the decision was already made, since there would be nothing to undo.
 */
export function writeStatus(engine: Engine, change: StatusChange): Work<Written[]> {
  return engine.name === "postgres" ? verbatim<Written>(inOneStatement(engine, [change])) : inSteps(engine, change);
}

/** Changes of different leads, which are locked in ID order to avoid deadlocks. */
function inOneStatement(engine: Engine, changes: readonly StatusChange[], ifLocked = sql``) {
  const given = changes.map(({ id, formerStatus: former, ...change }) => {
    const { type: event, data: eventData } = statusEvent(id, "{was}" as LeadStatus, change.status);
    return { id, former, ...change, ...wordsOf(change.status), event, event_data: JSON.stringify(eventData) };
  });
  return sql`
    with l as (
      select leads.id, name, leads.status, status_set_by, given.status as wanted, by, at, type, did, after, event,
        replace(event_data, '{was}', leads.status) as event_data
      from json_to_recordset(${toStoredJson(given)}::json)
        as given (id bigint, former text, status text, by text, at text, type text, did text, after text, event text, event_data text)
      join leads on leads.id = given.id
      where given.former is null or leads.status in (given.former, given.status)
      order by leads.id for update of leads ${ifLocked}
    ),
    changed as (
      update leads as l set status = old.wanted, status_set_by = 'person', updated_at = old.at, revision = revision + 1
      from l as old where l.id = old.id returning l.id, ${LEAD_JSON[engine.name].full} as json
    ),
    act as (
      insert into journal ${journalOf({
        type: sql`l.type`,
        did: sql`l.did`,
        by: sql`l.by`,
        at: sql`l.at`,
        after: sql`l.after`,
      })}
      from l where ${isOther(sql`l.wanted`)} returning id, lead_id
    ),
    recorded as (
      insert into webhook_deliveries (endpoint_id, type, lead_id, data)
      select endpoint.id, l.event, l.id, l.event_data from webhook_endpoints endpoint
      join l on strpos(endpoint.events, '"' || l.event || '"') > 0
      where endpoint.is_active and l.status <> l.wanted and (endpoint.source_id is null or exists (
        select 1 from source_rows where source_id = endpoint.source_id and lead_id = l.id))
    )
    select changed.json, act.id, l.status, l.id from changed join l on l.id = changed.id
    left join act on act.lead_id = l.id`;
}

function* inSteps(engine: Engine, change: StatusChange): Work<Written[]> {
  const { status, formerStatus, at } = change;
  const [before] = yield* verbatim<[LeadStatus]>(sql`select status from leads where id = ${change.id}`);
  if (before === undefined) return [];
  if (formerStatus !== undefined && ![formerStatus, status].includes(before[0])) return [];
  const acts = yield* verbatim<[number]>(
    sql`insert into journal ${journalOf({ ...change, ...wordsOf(status) })} from leads l
      where l.id = ${change.id} and ${isOther(status)} returning id`,
  );
  yield* verbatim(
    sql`update leads set status = ${status}, status_set_by = 'person', updated_at = ${at}, revision = revision + 1
      where id = ${change.id}`,
  );
  if (before[0] !== status) yield* recordEvents(engine, () => [statusEvent(change.id, before[0], status)]);
  const leads = yield* verbatim<[string]>(
    sql`select ${LEAD_JSON[engine.name].full} from leads l where l.id = ${change.id}`,
  );
  return leads.map(([json]): Written => [json, acts[0]?.[0] ?? null, before[0]]);
}

/** Whether no person has given the lead in table `l` this status yet. */
function isOther(status: unknown) {
  return sql`(l.status <> ${status} or l.status_set_by <> 'person')`;
}

/** What the journal says about a status. */
function wordsOf(status: LeadStatus): { type: string; did: string; after: string } {
  return {
    type: countsAsQualified(status) ? "qualified_lead" : "other",
    did: ` ${STATUS_DONE[status]}`,
    after: JSON.stringify({ status, statusSetBy: "person" }),
  };
}

/** The action's columns, and a select of their values, bound or SQL, from the lead in table `l` before the change. */
function journalOf({ type, did, by, at, after }: Record<"type" | "did" | "by" | "at" | "after", unknown>) {
  const undo = sql`'{"kind":"change","before":{"status":"' || l.status || '","statusSetBy":"' || l.status_set_by
    || '"},"after":' || ${after} || '}'`;
  return sql`(kind, type, title, description, actor, at, lead_id, undo)
    select 'status', ${type}, coalesce(nullif(l.name, ''), 'Unnamed lead') || ${did}, 'Was ' || l.status, ${by}, ${at}, l.id, ${undo}`;
}
