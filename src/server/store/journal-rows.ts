import { sql, type Insertable, type Selectable } from "kysely";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import type { LeadField } from "#server/store/lead-columns.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { Tables } from "#server/store/tables.ts";
import type { JournalEntry, ManyUndo } from "#server/store/journal-types.ts";
import type { NewJournalEntry, SourceRowWrite } from "#server/store/types.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

/** What an act on many leads keeps for each of them, apart. */
export type LeadUndo = Change | { kind: "removal"; lead: StoredLead; rows: RemovedRow[] };

/** The values of the changed fields on either side. */
export interface Change {
  kind: "change";
  before: Partial<StoredLead>;
  after: Partial<StoredLead>;
}

export type RemovedRow = Pick<SourceRowWrite, "rowKey" | "contentHash"> & { sourceId: string };

type JournalRow = Insertable<Tables["journal"]>;

export function journalRow(entry: NewJournalEntry, undo: object | null = null): JournalRow {
  const { kind, type, title, description, by, at, leadId } = entry;
  return {
    kind,
    type,
    title,
    description,
    actor: by,
    at,
    lead_id: leadId !== null && isRowId(leadId) ? leadId : null,
    undo: undo === null ? null : JSON.stringify(undo),
  };
}

export function changeOf(before: StoredLead, after: StoredLead, fields: readonly LeadField[]): Change {
  return { kind: "change", before: pick(before, fields), after: pick(after, fields) };
}

function pick(lead: StoredLead, fields: readonly LeadField[]): Partial<StoredLead> {
  return Object.fromEntries(fields.map((field) => [field, lead[field]]));
}

/** Writes an entry and answers its id; `undo` is what taking its act back needs, as the kinds in `undo/` say. */
export function* writeJournal(engine: Engine, entry: NewJournalEntry, undo: object | null = null): Work<string> {
  const inserted = engine.build.insertInto("journal").values(journalRow(entry, undo)).returning("id");
  return String((yield* first(inserted))?.id);
}

export function entryOfRow(row: Selectable<Tables["journal"]>): JournalEntry {
  return {
    id: String(row.id),
    kind: row.kind as JournalEntry["kind"],
    type: row.type as JournalEntry["type"],
    title: row.title,
    description: row.description,
    by: row.actor,
    at: row.at,
    leadId: row.lead_id === null ? null : String(row.lead_id),
    undoable: row.undo !== null && row.undone_at === null,
    undoneAt: row.undone_at,
    ...leadsOf(row.undo),
  };
}

/** Of how many leads an act is, and for how many it has been taken back by an undo that was stopped. */
function leadsOf(undo: string | null): Pick<JournalEntry, "leads" | "undoneLeads"> {
  const many = undo?.startsWith('{"kind":"many"') === true ? (JSON.parse(undo) as ManyUndo) : null;
  return { leads: many?.leads, undoneLeads: many?.undone };
}

/** Adds to what an act keeps that is written in more than one transaction. */
export function* keepMore(engine: Engine, actId: string, part: object): Work<void> {
  const act = yield* lockedJournalRow(engine, actId);
  if (act === null) return;
  const kept: object[] = act.undo === null ? [] : [JSON.parse(act.undo) as object];
  const undo = JSON.stringify({ kind: "several", parts: [...kept, part] });
  yield* run(engine.build.updateTable("journal").set({ undo }).where("id", "=", actId));
}

/** Says in the journal that an act was taken back, and by whom. */
export function* markUndone(
  engine: Engine,
  act: Selectable<Tables["journal"]>,
  { by, at, description }: Pick<NewJournalEntry, "by" | "at" | "description">,
): Work<void> {
  yield* run(engine.build.updateTable("journal").set({ undone_at: at }).where("id", "=", String(act.id)));
  yield* writeJournal(engine, {
    kind: "restored",
    type: "other",
    title: `Undone: ${act.title}`,
    description,
    by,
    at,
    leadId: act.lead_id === null ? null : String(act.lead_id),
  });
}

/** An entry by its id, locked until the transaction ends. */
export function* lockedJournalRow(engine: Engine, id: string): Work<Selectable<Tables["journal"]> | null> {
  return yield* first(
    sql<Selectable<Tables["journal"]>>`select * from journal where id = ${id} ${engine.sql.forUpdate}`,
  );
}

/** Those of the leads that have written since: somebody is waiting for an answer there. */
export function* leadsWithReplies(engine: Engine, leadIds: readonly string[]): Work<Set<string>> {
  const replies = engine.build
    .selectFrom("journal")
    .select("lead_id")
    .where(engine.sql.isOneOf("lead_id", leadIds))
    .where("kind", "=", "reply");
  return new Set((yield* all(replies)).map((row) => String(row.lead_id)));
}
