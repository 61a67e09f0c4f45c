import { setImmediate as nextTurn } from "node:timers/promises";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/store/engine.ts";
import { findLeadPage } from "#server/store/find-lead-page.ts";
import { positionOf, type LeadPageQuery, type LeadPageRow } from "#server/store/lead-page.ts";

/** Where the columns of a query begin in a row, behind its id and its sort key. */
export const BEFORE_COLUMNS = 2;
/** Large enough that the query costs little per row, small enough that others need not wait long in between. */
const MOST_ROWS = 200;
/** A page of a screen, with the one row more that tells whether there is a next, comes in one chunk. */
const FIRST_ROWS = LIMITS.list.pageSize + 1;
/** How many times the rows of the last chunk the next one may have: what comes may be wider. */
const GROWTH = 4;
/** Hundreds of leads with long notes and their raw input would fill the memory; this many characters are enough. */
const CHUNK_CHARACTERS = 1_000_000;

/**
 * The rows of a list, at most `most`, in chunks that go by the width of the rows before, with other work let in
 * between: however long the list is and however wide its rows, no more than a chunk is held.
 */
export async function* leadChunks(
  engine: Engine,
  { most = Number.POSITIVE_INFINITY, ...query }: Omit<LeadPageQuery, "limit"> & { most?: number },
): AsyncGenerator<LeadPageRow[], void> {
  let { after } = query;
  let left = most;
  let fitting = FIRST_ROWS;
  while (left > 0) {
    const step = { ...query, after, limit: Math.min(fitting, left) };
    const rows = await findLeadPage(engine, step);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < step.limit) return;
    after = positionOf(query.order, last);
    left -= rows.length;
    const rowsOfSize = Math.floor((CHUNK_CHARACTERS * rows.length) / Math.max(charactersOf(rows), 1));
    fitting = Math.max(1, Math.min(rowsOfSize, rows.length * GROWTH, MOST_ROWS));
    await nextTurn();
  }
}

/** How much text the columns of these rows hold. */
export function charactersOf(rows: readonly LeadPageRow[]): number {
  let characters = 0;
  for (const row of rows) {
    for (let index = BEFORE_COLUMNS; index < row.length; index += 1) {
      const value = row[index];
      if (typeof value === "string") characters += value.length;
    }
  }
  return characters;
}
