import { SCORED_FIELDS } from "#shared/lead-fields.ts";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import type { Engine, NewRow } from "#server/db/engine/engine.ts";
import { addLeadTags } from "#server/db/leads/lead-tags.ts";
import { textColumns } from "#server/db/leads/lead-columns.ts";
import { writeStatusChanges } from "#server/db/lead-changes/lead-status-changes.ts";
import { recordRescored } from "#server/db/outbox/record-events.ts";
import { all, exists, isRowId, sql, type Sql, type Work } from "#server/db/engine/sql.ts";

/**
 * Selects leads to rescore: the next of all leads, specific ids, leads stored without a score, or leads whose status
 * changes with the threshold while their score stays the same.
 */
export type StaleLeads =
  | { after: string | null; limit: number }
  | { ids: readonly string[] }
  | { unscored: true; limit: number }
  | { threshold: number; limit: number };

const SCORED = sql.raw(textColumns(SCORED_FIELDS));

type StaleRow = Omit<StaleLead, "id"> & { id: string | number };

/** Reads and writes leads for rescoring: few columns, many rows. */
export function leadRescore(engine: Engine) {
  return {
    /** Whether any lead was stored without a score. */
    hasUnscored: () => engine.run(() => exists(sql`select id from leads where processed_at is null limit 1`)),

    /** Leads to rescore, ordered by id when `after` is given. */
    stale: (which: StaleLeads) =>
      engine.run(function* () {
        const rows = yield* all(
          sql<StaleRow>`
            select id, revision, name, status, status_set_by as "statusSetBy", score, created_at as "createdAt", ${SCORED},
              email, facts, custom_fields as "customFields", address_quality as "addressQuality", keywords,
              score_parts as "scoreParts", processed_at as "processedAt", tag_marks as "tagMarks"
            from leads where ${chosen(engine, which)}`,
        );
        return rows.map((row): StaleLead => ({ ...row, id: String(row.id) }));
      }),

    /**
     * Writes new scores with their status changes in one transaction. Skips leads that changed since they were read;
     * `written` holds the ids of the others.
     */
    writeScores: ({ leads, at, rulesVersion }: { leads: readonly RescoredLead[]; at: string } & Required<Scored>) =>
      engine.transact(
        function* () {
          const written = yield* updateScores(engine, leads, at);
          const turned = leads.filter(({ id, statusChange }) => statusChange !== null && written.has(id));
          yield* writeStatusChanges(
            engine,
            turned.map(({ id, status, statusChange }) => ({
              leadId: id,
              at,
              status,
              description: statusChange?.description ?? "",
            })),
          );
          yield* recordRescored(
            engine,
            leads.filter(({ id }) => written.has(id)),
          );
          yield* followRules(engine, { rulesVersion });
          return { written };
        },
        { isPart: true, isBulk: true },
      ),
  };
}

function chosen(engine: Engine, which: StaleLeads): Sql {
  if ("ids" in which) return engine.sql.isOneOf("id", which.ids);
  if ("after" in which) {
    const after = which.after !== null && isRowId(which.after) ? which.after : "0";
    return sql`id > ${after} order by id limit ${which.limit}`;
  }
  // Scored leads drop out of this query, so no cursor is needed.
  if ("unscored" in which) return sql`processed_at is null order by id limit ${which.limit}`;
  // Leads drop out of this query once their status changes, so it always reads the first ones.
  return sql`status_set_by = 'rule' and (status = 'pending' and score >= ${which.threshold}
    or status = 'qualified' and score < ${which.threshold}) limit ${which.limit}`;
}

/** Writes the leads whose revision is still the one that was scored, and returns their ids. */
function* updateScores(engine: Engine, leads: readonly RescoredLead[], at: string): Work<Set<string>> {
  const alike = new Map<string, (NewRow & { id: string; revision: number })[]>();
  for (const { id, revision, score, status, keywords, scoreParts, tagMarks, statusChange } of leads) {
    const row = {
      id,
      revision,
      score,
      score_parts: scoreParts,
      processed_at: at,
      // Skipping an unchanged column also skips its index updates.
      ...(keywords !== null && { keywords }),
      ...(tagMarks !== null && { tag_marks: JSON.stringify(tagMarks) }),
      ...(statusChange !== null && { status, updated_at: at }),
    };
    const columns = Object.keys(row).join(" ");
    const rows = alike.get(columns);
    if (rows === undefined) alike.set(columns, [row]);
    else rows.push(row);
  }
  const written = new Set<string>();
  for (const rows of alike.values()) for (const id of yield* engine.sql.updateUnchanged(rows)) written.add(id);
  const tagged = leads.flatMap(({ id, tagMarks }) => (tagMarks === null || !written.has(id) ? [] : [{ id, tagMarks }]));
  yield* addLeadTags(engine, tagged);
  return written;
}
