import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { type StoredLead, scorePartsOf } from "#shared/lead-record.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { originsOfRow } from "#server/db/leads/lead-origins.ts";
import { textColumns } from "#server/db/leads/lead-columns.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import { all, isRowId, sql } from "#server/db/engine/sql.ts";
import { recordsTable, stored } from "#server/db/engine/table.ts";

/** The training data of a lead that a person decided on. */
export interface DecidedLead extends Pick<
  StoredLead,
  LeadTextField | "id" | "source" | "facts" | "provenance" | "otherValues" | "scoreParts" | "createdAt"
> {
  status: LeadStatus;
  /** The newest decision still on record; otherwise the lead's last change. */
  decidedAt: string;
}

export const DISMISSED_SUGGESTIONS = recordsTable({
  name: "dismissed_suggestions",
  fields: {
    /** The suggestion's own id, which stays the same while its content does. */
    suggestion: stored.plain<string>(),
    dismissedAt: stored.plain<string>(),
  },
  backup: "all",
  people: { none: "team settings" },
  undo: { called: () => "The dismissed suggestion", topics: ["learning"] },
});

type DecidedRow = Record<LeadTextField | "source", string> &
  Record<"facts" | "provenance" | "raw_data" | "score_parts" | "created_at" | "updated_at", string> &
  Record<"origins" | "other_values" | "decided_alone" | "decided_among", string | null> & {
    id: string | number;
    status: LeadStatus;
  };

const TEXTS = sql.raw(textColumns(LEAD_TEXT_FIELDS));

export function learningStore(engine: Engine) {
  return {
    /**
     * The next `limit` leads with an id below `beforeId` that a person approved, qualified or rejected, newest first and
     * without sample leads; empty at the end.
     */
    async decided(beforeId: string | null, limit: number): Promise<DecidedLead[]> {
      const before = beforeId !== null && isRowId(beforeId) ? sql`and id < ${beforeId}` : sql``;
      const rows = await engine.run(() =>
        all(
          // The values are literals because the partial index read here only covers leads with them.
          sql<DecidedRow>`
            select id, status, ${TEXTS}, source, facts, provenance, origins, raw_data, other_values,
              score_parts, created_at, updated_at,
              (select max(j.at) from journal j
                where j.lead_id = leads.id and j.kind = 'status' and j.undone_at is null) as decided_alone,
              (select max(j.at) from act_changes c join journal j on j.id = c.act_id
                where c.lead_id = leads.id and j.kind = 'status' and j.undone_at is null) as decided_among
            from leads ${engine.sql.by("leads_decided")}
            where status_set_by = 'person' and status <> 'pending' and source <> ${SAMPLE_SOURCE.kind} ${before}
            order by id desc limit ${limit}`,
        ),
      );
      return rows.map((row) => decidedLead(row));
    },

    dismissed: () => engine.run(() => recordTable(DISMISSED_SUGGESTIONS).list()),
  };
}

function decidedLead({
  facts,
  provenance,
  origins,
  raw_data,
  other_values,
  score_parts,
  ...row
}: DecidedRow): DecidedLead {
  const { id, decided_alone, decided_among, created_at, updated_at, ...fields } = row;
  const decidedAt = [decided_alone ?? "", decided_among ?? ""].toSorted().at(-1);
  return {
    ...fields,
    id: String(id),
    facts: JSON.parse(facts) as StoredLead["facts"],
    provenance: originsOfRow({ origins, provenance, rawData: JSON.parse(raw_data) }),
    otherValues: other_values === null ? [] : (JSON.parse(other_values) as StoredLead["otherValues"]),
    scoreParts: scorePartsOf(score_parts),
    createdAt: created_at,
    decidedAt: decidedAt === undefined || decidedAt === "" ? updated_at : decidedAt,
  };
}
