import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/store/engine.ts";
import { criteriaOf } from "#server/store/lead-filter.ts";
import { orderOf, readCursor, writeCursor, type LeadOrder, type LeadPosition } from "#server/store/lead-order.ts";
import type { LeadPageRow } from "#server/store/lead-page.ts";
import { totalsByStatus, sumOfTotals } from "#server/store/lead-totals.ts";
import { jsonFromStored } from "#server/store/stored-text.ts";
import type { LeadListRequest, LeadPage, LeadStore } from "#server/store/types.ts";

/** The pages of the list, as JSON text that the database builds: nothing here is parsed or written again. */
export function leadList(engine: Engine): Pick<LeadStore, "list" | "count"> {
  const { pages, sql } = engine;
  return {
    async list(request: LeadListRequest): Promise<LeadPage> {
      const { limit } = request;
      const order = orderOf(request.sort);
      const after = request.cursor === undefined ? null : readCursor(order, request.cursor);
      const criteria = criteriaOf(request);
      const columns = sql.leadJson[request.view];
      // One more than asked tells whether there is a next page.
      const rows = await engine.run(() => pages.page({ criteria, order, after, limit: limit + 1, columns }));
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        json: jsonFromStored(`[${shown.map(([, , json]) => json).join(",")}]`),
        length: shown.length,
        nextCursor: rows.length > limit && last !== undefined ? writeCursor(order, positionOf(order, last)) : null,
      };
    },

    async count(filter) {
      const { status, ...others } = criteriaOf(filter);
      return engine.run(function* () {
        if (Object.keys(others).length > 0) {
          return yield* pages.count(status === undefined ? others : { status, ...others }, LIMITS.list.exactCountUpTo);
        }
        const totals = yield* totalsByStatus(engine);
        return { count: status === undefined ? sumOfTotals(totals) : totals[status], exact: true };
      });
    },
  };
}

/** Where a row stands in its order; keys of numbers are numbers on both engines. */
export function positionOf(order: LeadOrder, [id, key]: LeadPageRow): LeadPosition {
  return { id: String(id), key: order.column === "id" || order.column === "score" ? Number(key) : key };
}
