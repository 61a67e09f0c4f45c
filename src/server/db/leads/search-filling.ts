import type { Engine } from "#server/db/engine/engine.ts";
import { allIds, sql } from "#server/db/engine/sql.ts";
import { addFieldValues } from "#server/db/leads/fields/field-values.ts";
import { lockedLeads } from "#server/db/leads/lead-rows.ts";
import { searchTextsOf } from "#server/db/leads/lead-search.ts";

export function searchFilling(engine: Engine) {
  return {
    /**
     * Writes the search texts and the values of custom fields of up to `limit` leads stored by an earlier version. Returns
     * how many it wrote.
     */
    fillSearchTexts: (limit: number) =>
      engine.transact(function* () {
        const ids = yield* allIds(sql`
          select id from lead_search ${engine.sql.by("lead_search_unfilled")}
          where words is null order by id limit ${limit}`);
        const leads = ids.length === 0 ? [] : yield* lockedLeads(engine, ids);
        if (leads.length === 0) return 0;
        yield* engine.sql.writeSearchTexts(leads.map((lead) => ({ id: lead.id, ...searchTextsOf(lead) })));
        yield* addFieldValues(engine, leads);
        return leads.length;
      }),
  };
}
