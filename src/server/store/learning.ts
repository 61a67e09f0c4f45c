import { sql } from "kysely";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import type { ScorePart } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { Engine } from "#server/store/engine.ts";
import { recordTable, type RecordTable, type Watch } from "#server/store/record-table.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all } from "#server/store/work.ts";

/** Of a lead that a person decided on, what can be learned from. */
export interface DecidedLead {
  id: string;
  status: LeadStatus;
  name: string;
  email: string;
  company: string;
  industry: string;
  title: string;
  notes: string;
  source: string;
  facts: Fact[];
  missingInfo: MissingInfo[];
  scoreParts: ScorePart[];
  createdAt: string;
  updatedAt: string;
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

type DecidedRow = Record<"name" | "email" | "company" | "industry" | "title" | "notes" | "source", string> &
  Record<"facts" | "missing_info" | "score_parts" | "created_at" | "updated_at", string> & {
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
            select id, status, name, email, company, industry, title, notes, source, facts, missing_info, score_parts,
              created_at, updated_at
            from leads ${engine.sql.by("leads_decided")}
            where status_set_by = 'person' and status <> 'pending' and source <> ${SAMPLE_SOURCE.kind} ${before}
            order by id desc limit ${limit}`,
        ),
      );
      return rows.map(({ id, facts, missing_info, score_parts, created_at, updated_at, ...row }) => ({
        ...row,
        id: String(id),
        facts: JSON.parse(facts) as Fact[],
        missingInfo: JSON.parse(missing_info) as MissingInfo[],
        scoreParts: JSON.parse(score_parts) as ScorePart[],
        createdAt: created_at,
        updatedAt: updated_at,
      }));
    },

    dismissed: () => engine.run(() => dismissedSuggestions().list()),
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
