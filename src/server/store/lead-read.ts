import { sql } from "kysely";
import { QUALIFIED_STATUSES } from "#shared/lead-status.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { Engine } from "#server/store/engine.ts";
import { leadOfRow, type Row } from "#server/store/lead-columns.ts";
import { isRowId } from "#server/store/row-id.ts";
import { jsonFromStored } from "#server/store/stored-text.ts";
import type { LeadStore } from "#server/store/types.ts";
import { all, first, verbatim } from "#server/store/work.ts";

/** Single leads, and the few best. */
export function leadRead(engine: Engine): Pick<LeadStore, "json" | "get" | "named" | "topQualified"> {
  return {
    async json(id) {
      if (!isRowId(id)) return null;
      const [row] = await engine.run(() =>
        verbatim<[string]>(sql`select ${engine.sql.leadJson.full} from leads l where l.id = ${id}`),
      );
      return row === undefined ? null : jsonFromStored(row[0]);
    },

    async get(id) {
      if (!isRowId(id)) return null;
      const row = await engine.run(() => first(sql<Row>`select * from leads where id = ${id}`));
      return row === null ? null : leadOfRow(row);
    },

    async named(ids) {
      const isOneOf = engine.sql.isOneOf("id", ids);
      const rows = await engine.run(() =>
        all(sql<{ id: string | number; name: string; company: string }>`
          select id, name, company from leads where ${isOneOf}`),
      );
      return rows.map(({ id, ...names }) => ({ id: String(id), ...names }));
    },

    async topQualified(limit) {
      // The best of each status by its index, and of those the best.
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
  };
}
