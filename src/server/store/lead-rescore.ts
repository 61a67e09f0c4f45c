import { sql, type RawBuilder } from "kysely";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";
import type { Engine, NewRow } from "#server/store/engine.ts";
import { writeTurns } from "#server/store/lead-turns.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { LeadStore, StaleLeads } from "#server/store/types.ts";
import { all, type Work } from "#server/store/work.ts";

type StaleRow = Omit<StaleLead, "id"> & { id: string | number };

/** Leads read and written as scoring them afresh needs: few columns, many rows. */
export function leadRescore(engine: Engine): Pick<LeadStore, "stale" | "writeScores"> {
  return {
    stale: (which) => engine.run(() => staleLeads(engine, which)),

    writeScores: ({ leads, at, rulesVersion }) =>
      engine.transact(
        function* () {
          const written = yield* updateScores(engine, leads, at);
          const turned = leads.filter(({ id, turn }) => turn !== null && written.has(id));
          yield* writeTurns(
            engine,
            turned.map(({ id, status, turn }) => ({ leadId: id, at, status, description: turn?.description ?? "" })),
          );
          yield* followRules(engine, { rulesVersion });
          return { written };
        },
        { isPart: true },
      ),
  };
}

function* staleLeads(engine: Engine, which: StaleLeads): Work<StaleLead[]> {
  const rows = yield* all(
    sql<StaleRow>`
      select id, revision, name, status, status_set_by as "statusSetBy", score, created_at as "createdAt", company,
        industry, title, notes, email, facts, keywords, score_parts as "scoreParts"
      from leads where ${chosen(engine, which)}`,
  );
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

function chosen(engine: Engine, which: StaleLeads): RawBuilder<unknown> {
  if ("ids" in which) return engine.sql.isOneOf("id", which.ids);
  if ("after" in which) {
    const after = which.after !== null && isRowId(which.after) ? which.after : "0";
    return sql`id > ${after} order by id limit ${which.limit}`;
  }
  // Those that have turned are no longer among them, so the next ones are always the first.
  return sql`status_set_by = 'rule' and (status = 'pending' and score >= ${which.threshold}
    or status = 'qualified' and score < ${which.threshold}) limit ${which.limit}`;
}

/** Writes the leads that are still of the revision that was scored, and answers the ids of those. */
function* updateScores(engine: Engine, leads: readonly RescoredLead[], at: string): Work<Set<string>> {
  const alike = new Map<string, (NewRow & { id: string; revision: number })[]>();
  for (const { id, revision, score, status, keywords, scoreParts, turn } of leads) {
    const row = {
      id,
      revision,
      score,
      score_parts: scoreParts,
      processed_at: at,
      // A column that is not written need not be written into its indexes.
      ...(keywords !== null && { keywords }),
      ...(turn !== null && { status, updated_at: at }),
    };
    const columns = Object.keys(row).join(" ");
    const rows = alike.get(columns);
    if (rows === undefined) alike.set(columns, [row]);
    else rows.push(row);
  }
  const written = new Set<string>();
  for (const rows of alike.values()) for (const id of yield* engine.sql.updateUnchanged(rows)) written.add(id);
  return written;
}
