import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/store/engine.ts";
import { charactersOf, leadChunks } from "#server/store/lead-chunks.ts";
import { criteriaFor } from "#server/store/lead-filter.ts";
import { orderFrom, orderOf, readCursor, writeCursor } from "#server/store/lead-order.ts";
import { positionOf, type LeadPageRow } from "#server/store/lead-page.ts";
import { totalOfScores, totalsByStatus, sumOfTotals } from "#server/store/lead-totals.ts";
import { jsonFromStored } from "#server/store/stored-text.ts";
import type { LeadListRequest, LeadPage, LeadStore } from "#server/store/types.ts";

/** A page ends where it has this much, though more leads were asked for: the cursor goes on from there. */
const PAGE_CHARACTERS = 8_000_000;

/** The pages of the list, as JSON text that the database builds: nothing here is parsed or written again. */
export function leadList(engine: Engine): Pick<LeadStore, "list" | "count"> {
  const { pages, sql } = engine;
  return {
    async list(request: LeadListRequest): Promise<LeadPage> {
      const { limit } = request;
      const criteria = await engine.run(() => criteriaFor(request));
      const { cursor } = request;
      const asked = orderOf(request.sort, criteria);
      const order = cursor === undefined ? asked : orderFrom(asked, cursor);
      const after = cursor === undefined ? null : readCursor(order, cursor);
      const columns = sql.leadJson[request.view];
      const rows: LeadPageRow[] = [];
      let characters = 0;
      // One more than asked tells whether there is a next page.
      for await (const chunk of leadChunks(engine, { criteria, order, after, columns, most: limit + 1 })) {
        rows.push(...chunk);
        characters += charactersOf(chunk);
        if (characters > PAGE_CHARACTERS) break;
      }
      const isCut = rows.length > limit || (characters > PAGE_CHARACTERS && rows.length > 1);
      const shown = isCut ? rows.slice(0, -1) : rows;
      const last = shown.at(-1);
      return {
        json: jsonFromStored(`[${shown.map(([, , json]) => json).join(",")}]`),
        length: shown.length,
        nextCursor: isCut && last !== undefined ? writeCursor(order, positionOf(order, last)) : null,
      };
    },

    async count(filter) {
      return engine.run(function* () {
        const criteria = yield* criteriaFor(filter);
        const { status, score, ...others } = criteria;
        if (Object.keys(others).length > 0) return yield* pages.count(criteria, LIMITS.list.exactCountUpTo);
        if (score !== undefined) return { count: yield* totalOfScores(engine, score, status), exact: true };
        const totals = yield* totalsByStatus(engine);
        return { count: status === undefined ? sumOfTotals(totals) : totals[status], exact: true };
      });
    },
  };
}
