import { sql } from "kysely";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { Engine } from "#server/store/engine.ts";
import type { JournalEntry } from "#server/store/journal-types.ts";
import type { NewLeadTurn } from "#server/store/types.ts";
import { all, type Work } from "#server/store/work.ts";

/** Writes what the rules made of leads, in the transaction that made it so. */
export function* writeTurns(engine: Engine, turns: readonly NewLeadTurn[]): Work<void> {
  const rows = turns.map(({ leadId, at, status, description }) => ({ lead_id: leadId, at, status, description }));
  if (rows.length > 0) yield* engine.sql.insertMany("lead_turns", rows);
}

/** How rules turned a lead, newest first, as entries of its timeline. */
export function* turnsOf(leadId: string, limit: number): Work<JournalEntry[]> {
  const rows = yield* all(
    sql<{ id: string | number; name: string; at: string; status: LeadStatus; description: string }>`
      select t.id, l.name, t.at, t.status, t.description from lead_turns t join leads l on l.id = t.lead_id
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
