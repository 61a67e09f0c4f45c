import { sql } from "kysely";
import { countsAsQualified } from "#shared/lead-status.ts";
import type { Engine } from "#server/store/engine.ts";
import { leadOfRow, type Row } from "#server/store/lead-columns.ts";
import { writeLeads, type ChangedLead } from "#server/store/lead-rows.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { LeadStore } from "#server/store/types.ts";
import { all } from "#server/store/work.ts";

/** Leads scored afresh, a batch in a transaction; their rows are locked, so no change by a person is lost. */
export function leadRescore(engine: Engine): Pick<LeadStore, "rescore"> {
  return {
    rescore: (afterId, limit, decide) =>
      engine.transact(function* () {
        const after = afterId !== null && isRowId(afterId) ? afterId : "0";
        const rows = yield* all(
          sql<Row>`select * from leads where id > ${after} order by id limit ${limit} ${engine.sql.forUpdate}`,
        );
        const leads = rows.map(leadOfRow);
        const last = leads.at(-1);
        if (last === undefined) return null;
        const pairs = leads.flatMap((before) => {
          const decided = decide(before);
          return decided === null ? [] : [{ before, after: decided }];
        });
        yield* writeLeads(engine, pairs);
        return { lastId: last.id, read: leads.length, changed: pairs.length, ...turns(pairs) };
      }),
  };
}

function turns(pairs: readonly ChangedLead[]) {
  let nowQualified = 0;
  let noLongerQualified = 0;
  for (const { before, after } of pairs) {
    const was = countsAsQualified(before.status);
    const is = countsAsQualified(after.status);
    if (is && !was) nowQualified += 1;
    if (was && !is) noLongerQualified += 1;
  }
  return { nowQualified, noLongerQualified };
}
