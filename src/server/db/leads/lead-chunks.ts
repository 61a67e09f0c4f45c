import { setImmediate as nextTurn } from "node:timers/promises";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { findLeadPage, leadPagesOf } from "#server/db/leads/find-lead-page.ts";
import { positionOf, type LeadPageQuery, type LeadPageRow } from "#server/db/leads/lead-page.ts";

/** Index of the query's first column in a row, after the id and the sort key. */
export const BEFORE_COLUMNS = 2;
/** Large enough to keep the cost per row low, small enough that other work isn't delayed for long. */
const MOST_ROWS = 500;
/** A screen's page fits in one chunk, including the extra row that shows whether there is a next page. */
const FIRST_ROWS = LIMITS.list.pageSize + 1;
/** Maximum growth in rows from one chunk to the next, in case the following rows are wider. */
const GROWTH = 4;
/** Limits the text per chunk: hundreds of leads with long notes and raw input would exhaust memory. */
const CHUNK_CHARACTERS = 1_000_000;

/**
 * Streams the rows of a list, at most `most`, in chunks sized by the width of the preceding rows. Other work runs
 * between chunks, and memory holds only one chunk at a time.
 */
export async function* leadChunks(
  engine: Engine,
  { most = Number.POSITIVE_INFINITY, ...asked }: Omit<LeadPageQuery, "limit"> & { most?: number },
): AsyncGenerator<LeadPageRow[], void> {
  const criteria = await engine.run(() => leadPagesOf(engine).prepare(asked.criteria));
  const query = { ...asked, criteria };
  let { after } = query;
  let left = most;
  let fitting = FIRST_ROWS;
  while (left > 0) {
    const step = { ...query, after, limit: Math.min(fitting, left) };
    const rows = await findLeadPage(engine, step);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    left -= rows.length;
    if (rows.length < step.limit || left <= 0) return;
    after = positionOf(query.order, last);
    const rowsOfSize = Math.floor((CHUNK_CHARACTERS * rows.length) / Math.max(charactersOf(rows), 1));
    fitting = Math.max(1, Math.min(rowsOfSize, rows.length * GROWTH, MOST_ROWS));
    await nextTurn();
  }
}

/** How many characters of text these rows hold. */
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
