import type { StoredLead } from "#shared/lead-record.ts";
import { QUALIFIED_STATUSES } from "#shared/lead-status.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { LIMITS } from "#shared/limits.ts";
import { LEAD_JSON } from "#server/db/leads/lead-json.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import { jsonFromStored } from "#server/db/engine/stored-text.ts";
import { all, countRows, first, firstId, isRowId, sql, verbatim } from "#server/db/engine/sql.ts";
import { countOf } from "#server/db/engine/lead-count.ts";

/** Reads single leads, the top few and, from an index that holds only these, the review queue. */
export function leadRead(engine: Engine) {
  return {
    /** The contract's JSON text of one lead; null when there is none. */
    async json(id: string): Promise<string | null> {
      if (!isRowId(id)) return null;
      const [row] = await engine.run(() =>
        verbatim<[string]>(sql`select ${LEAD_JSON[engine.name].full} from leads l where l.id = ${id}`),
      );
      return row === undefined ? null : jsonFromStored(row[0]);
    },

    async get(id: string): Promise<StoredLead | null> {
      if (!isRowId(id)) return null;
      const row = await engine.run(() => first(sql<Row>`select * from leads where id = ${id}`));
      return row === null ? null : leadOfRow(row);
    },

    /** Those of the leads that exist, with their names, in any order. */
    async named(ids: readonly string[]): Promise<{ id: string; name: string; company: string }[]> {
      const isOneOf = engine.sql.isOneOf("id", ids);
      const rows = await engine.run(() =>
        all(sql<{ id: string | number; name: string; company: string }>`
          select id, name, company from leads where ${isOneOf}`),
      );
      return rows.map(({ id, ...names }) => ({ id: String(id), ...names }));
    },

    /** The best qualified and approved leads for the report, highest score first, without sample leads. */
    async topQualified(limit: number): Promise<StoredLead[]> {
      // Takes the best of each status from its index, then the best of those.
      const [qualified, approved] = QUALIFIED_STATUSES.map(
        (status) => sql`
          select * from (
            select id, score from leads where status = ${status} and source <> ${SAMPLE_SOURCE.kind}
            order by score desc, id desc limit ${limit}) s`,
      );
      const rows = await engine.run(() =>
        all(
          sql<Row>`
            select l.* from (${qualified} union all ${approved} order by score desc, id desc limit ${limit}) best
            join leads l on l.id = best.id order by l.score desc, l.id desc`,
        ),
      );
      return rows.map(leadOfRow);
    },

    /** Leads qualified by rules that no person has reviewed, best first. */
    toReview: (after: { score: number; id: string } | null) =>
      engine.run(function* () {
        const behind =
          after === null || !isRowId(after.id) ? sql`` : sql`and (score, id) < (${after.score}, ${after.id})`;
        // The values are literals because the partial index only covers leads that have them.
        const waiting = sql`from leads ${engine.sql.by("leads_to_review")}
          where status = 'qualified' and status_set_by = 'rule' ${behind}`;
        const upTo = LIMITS.list.exactCountUpTo;
        const next = yield* firstId(sql`select id ${waiting} order by score desc, id desc limit 1`);
        const { count, exact } = countOf(yield* countRows(sql`from (select 1 ${waiting} limit ${upTo + 1}) w`), upTo);
        return { next, waiting: count, exact };
      }),
  };
}
