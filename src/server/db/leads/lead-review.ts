import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { countOf } from "#server/db/engine/lead-count.ts";
import { isRowId } from "#server/db/engine/row-id.ts";
import { countRows, first } from "#server/db/engine/work.ts";
import { sql } from "#server/db/engine/sql.ts";

/** The review queue, read from an index that holds only these leads. */
export function leadReview(engine: Engine) {
  return {
    /** Leads qualified by rules that no person has reviewed, best first. */
    toReview: (after: { score: number; id: string } | null) =>
      engine.run(function* () {
        const behind =
          after === null || !isRowId(after.id) ? sql`` : sql`and (score, id) < (${after.score}, ${after.id})`;
        // The values are literals because the partial index only covers leads that have them.
        const waiting = sql`from leads ${engine.sql.by("leads_to_review")}
          where status = 'qualified' and status_set_by = 'rule' ${behind}`;
        const upTo = LIMITS.list.exactCountUpTo;
        const next = yield* first(
          sql<{ id: string | number }>`select id ${waiting} order by score desc, id desc limit 1`,
        );
        const { count, exact } = countOf(yield* countRows(sql`from (select 1 ${waiting} limit ${upTo + 1}) w`), upTo);
        return { next: next === null ? null : String(next.id), waiting: count, exact };
      }),
  };
}
