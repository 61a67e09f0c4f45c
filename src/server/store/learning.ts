import { sql } from "kysely";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { LeadTextField } from "#shared/raw-lead.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { Engine } from "#server/store/engine.ts";
import { recordTable, type RecordTable, type Watch } from "#server/store/record-table.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all } from "#server/store/work.ts";

/** Of a lead that a person decided on, what can be learned from. */
export interface DecidedLead extends Pick<
  StoredLead,
  LeadTextField | "id" | "source" | "facts" | "provenance" | "otherValues" | "scoreParts" | "createdAt"
> {
  status: LeadStatus;
  /** When the newest decision was made that is still remembered; else when the lead last changed. */
  decidedAt: string;
}

export interface DismissedSuggestion {
  id: string;
  /** The suggestion's own id, which stays the same while it says the same. */
  suggestion: string;
  dismissedAt: string;
}

export interface LearningStore {
  /**
   * The next `limit` leads with an id below `beforeId` that a person approved, qualified or rejected, newest first and
   * without those of the sample; empty at the end.
   */
  decided(beforeId: string | null, limit: number): Promise<DecidedLead[]>;
  dismissed(): Promise<DismissedSuggestion[]>;
}

type DecidedRow = Record<LeadTextField | "source", string> &
  Record<"facts" | "provenance" | "score_parts" | "created_at" | "updated_at", string> &
  Record<"other_values" | "decided_alone" | "decided_among", string | null> & {
    id: string | number;
    status: LeadStatus;
  };

export function learningStore(engine: Engine): LearningStore {
  return {
    async decided(beforeId, limit) {
      const before = beforeId !== null && isRowId(beforeId) ? sql`and id < ${beforeId}` : sql``;
      const rows = await engine.run(() =>
        all(
          // The values stand in the text, because the index that is read here holds only leads with them.
          sql<DecidedRow>`
            select id, status, name, email, company, industry, title, phone, notes, source, facts, provenance,
              other_values, score_parts, created_at, updated_at,
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

    dismissed: () => engine.run(() => dismissedSuggestions().list()),
  };
}

function decidedLead({ facts, provenance, other_values, score_parts, ...row }: DecidedRow): DecidedLead {
  const { id, decided_alone, decided_among, created_at, updated_at, ...fields } = row;
  const decidedAt = [decided_alone ?? "", decided_among ?? ""].toSorted().at(-1);
  return {
    ...fields,
    id: String(id),
    facts: JSON.parse(facts) as StoredLead["facts"],
    provenance: JSON.parse(provenance) as StoredLead["provenance"],
    otherValues: other_values === null ? [] : (JSON.parse(other_values) as StoredLead["otherValues"]),
    scoreParts: JSON.parse(score_parts) as StoredLead["scoreParts"],
    createdAt: created_at,
    decidedAt: decidedAt === undefined || decidedAt === "" ? updated_at : decidedAt,
  };
}

export function dismissedSuggestions(watch?: Watch): RecordTable<DismissedSuggestion> {
  return recordTable<DismissedSuggestion>(
    "dismissed_suggestions",
    {
      suggestion: { column: "suggestion", kind: "plain" },
      dismissedAt: { column: "dismissed_at", kind: "plain" },
    },
    watch,
  );
}
