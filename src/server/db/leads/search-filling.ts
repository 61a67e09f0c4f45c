import type { Engine } from "#server/db/engine/engine.ts";
import { allIds, sql } from "#server/db/engine/sql.ts";
import { addFieldValues, removeFieldValues } from "#server/db/leads/fields/field-values.ts";
import { rowOfFields } from "#server/db/leads/lead-columns.ts";
import { lockedLeads } from "#server/db/leads/lead-rows.ts";
import { searchTextsOf } from "#server/db/leads/lead-search.ts";

export function searchFilling(engine: Engine) {
  return {
    /**
     * Writes the search texts, sort keys and values of custom fields of up to `limit` leads stored by an earlier version.
     * Returns how many it wrote.
     */
    fillSearchTexts: (limit: number) =>
      engine.transact(function* () {
        const ids = yield* allIds(sql`
          select id from lead_search ${engine.sql.by("lead_search_unfilled")}
          where words is null order by id limit ${limit}`);
        const leads = ids.length === 0 ? [] : yield* lockedLeads(engine, ids);
        if (leads.length === 0) return 0;
        yield* engine.sql.writeSearchTexts(leads.map((lead) => ({ id: lead.id, ...searchTextsOf(lead) })));
        const folded = leads.filter(({ name, company }) => !/^[\0-\u007f]*$/u.test(name + company));
        const keys = folded.map((lead) => ({ id: lead.id, ...rowOfFields(lead, ["name", "company"]) }));
        if (keys.length > 0) yield* engine.sql.updateMany("leads", keys);
        yield* removeFieldValues(engine, ids);
        yield* addFieldValues(engine, leads);
        return leads.length;
      }),
  };
}
