import { sql } from "kysely";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/store/engine.ts";
import { countOf } from "#server/store/lead-page.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { LeadStore } from "#server/store/types.ts";
import { first } from "#server/store/work.ts";

/** The queue of those that wait for a person, read off an index that holds no others. */
export function leadReview(engine: Engine): Pick<LeadStore, "toReview"> {
  return {
    toReview: (after) =>
      engine.run(function* () {
        const behind =
          after === null || !isRowId(after.id) ? sql`` : sql`and (score, id) < (${after.score}, ${after.id})`;
        // The values stand in the text, because the index is only of leads with them.
        const waiting = sql`from leads ${engine.sql.by("leads_to_review")}
          where status = 'qualified' and status_set_by = 'rule' ${behind}`;
        const upTo = LIMITS.list.exactCountUpTo;
        const next = yield* first(
          sql<{ id: string | number }>`select id ${waiting} order by score desc, id desc limit 1`,
        );
        const counted = yield* first(
          sql<{ n: string | number }>`select count(*) as n from (select 1 ${waiting} limit ${upTo + 1}) w`,
        );
        const { count, exact } = countOf(Number(counted?.n ?? 0), upTo);
        return { next: next === null ? null : String(next.id), waiting: count, exact };
      }),
  };
}
