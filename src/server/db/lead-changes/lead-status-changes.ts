import type { LeadStatus } from "#shared/lead-status.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { JournalEntry } from "#server/db/journal/journal-entry.ts";
import { type Table, ofLeads } from "#server/db/engine/table.ts";
import { all, sql, type Work } from "#server/db/engine/sql.ts";

export const LEAD_STATUS_CHANGES: Table = {
  name: "lead_turns",
  backup: "all",
  people: ofLeads("Status changes by rules", ["id"], ["description"]),
};

/** A status change of a lead by the rules. */
export interface NewStatusChange {
  /** `new:2` is the third lead that a batch creates. */
  leadId: string;
  at: string;
  status: LeadStatus;
  /** The reason, shown to users. */
  description: string;
}

/** Writes status changes by the rules, in the transaction that makes them. */
export function* writeStatusChanges(engine: Engine, statusChanges: readonly NewStatusChange[]): Work<void> {
  const rows = statusChanges.map(({ leadId, at, status, description }) => ({
    lead_id: leadId,
    at,
    status,
    description,
  }));
  if (rows.length > 0) yield* engine.sql.insertMany("lead_turns", rows);
}

/** Status changes by the rules as timeline entries, newest first. */
export function* statusChangesOf(leadId: string, limit: number): Work<JournalEntry[]> {
  const rows = yield* all(
    sql<{ id: string | number; name: string; at: string; status: LeadStatus; description: string }>`
      select t.id, coalesce(nullif(l.name, ''), 'Unnamed lead') as name, t.at, t.status, t.description from lead_turns t join leads l on l.id = t.lead_id
      where t.lead_id = ${leadId} order by t.id desc limit ${limit}`,
  );
  return rows.map(({ id, name, at, status, description }) => ({
    id: `turn-${id}`,
    kind: "status",
    type: status === "qualified" ? "qualified_lead" : "other",
    title: status === "qualified" ? `${name} qualified` : `${name} no longer qualified`,
    description,
    by: "Rules",
    at,
    leadId,
    undoable: false,
    undoneAt: null,
  }));
}
