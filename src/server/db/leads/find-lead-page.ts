import { setImmediate as nextTurn } from "node:timers/promises";
import type { Engine } from "#server/db/engine/engine.ts";
import { halvesOf, type LeadOrder } from "#server/db/leads/lead-order.ts";
import type {
  GroupScores,
  LeadPageFinder,
  LeadParts,
  LeadPageQuery,
  LeadPageRow,
  TotalsQuery,
} from "#server/db/leads/lead-page.ts";
import { postgresLeadPages } from "#server/db/leads/postgres-lead-pages.ts";
import { sqliteLeadPages } from "#server/db/leads/sqlite-lead-pages.ts";

const FINDERS: Readonly<Record<Engine["name"], LeadPageFinder>> = {
  sqlite: sqliteLeadPages(),
  postgres: postgresLeadPages(),
};

/** The page finder of this engine. */
export function leadPagesOf({ name }: Pick<Engine, "name">): LeadPageFinder {
  return FINDERS[name];
}

/**
 * Returns a page of the list. Sorted by email, next step or a custom field, leads without one come last in either
 * direction: they have a separate index and follow by age in the same direction.
 */
export async function findLeadPage(
  engine: Pick<Engine, "name" | "run">,
  query: LeadPageQuery,
  finder = leadPagesOf(engine),
): Promise<LeadPageRow[]> {
  const { criteria, order, after, limit } = query;
  const halves = halvesOf(order, criteria);
  if (halves === undefined) return findPage(engine, finder, query);
  const { valued, blank } = halves;
  const isPastKeys = after !== null && after.key === null;
  const withKey = isPastKeys || valued === null ? [] : await findPage(engine, finder, { ...query, criteria: valued });
  if (withKey.length === limit || blank === null) return withKey;
  const without = await findPage(engine, finder, {
    ...query,
    criteria: blank,
    order: { ...order, column: "id" },
    after: isPastKeys ? after : null,
    limit: limit - withKey.length,
  });
  return [...withKey, ...without.map(([id, , ...columns]): LeadPageRow => [id, null, ...columns])];
}

async function findPage(
  { run }: Pick<Engine, "run">,
  finder: LeadPageFinder,
  query: LeadPageQuery,
): Promise<LeadPageRow[]> {
  const found = await run(() => finder.page(query));
  if (found !== null) return found;
  let best: LeadPageRow[] = [];
  for await (const rows of inParts(run, finder.parts?.page, query)) {
    best = [...best, ...rows].toSorted(inOrder(query.order)).slice(0, query.limit);
  }
  return best;
}

/** Leads and their scores by group; a group may come several times. */
export async function findTotals(
  { run }: Pick<Engine, "run">,
  query: TotalsQuery,
  finder: LeadPageFinder,
): Promise<GroupScores[]> {
  const found = await run(() => finder.totals(query));
  if (found !== null) return found;
  const all: GroupScores[] = [];
  for await (const rows of inParts(run, finder.parts?.totals, query)) all.push(...rows);
  return all;
}

/** Reads all leads, one id range at a time, so that others get their turn in between. */
async function* inParts<Query, Row>(
  run: Engine["run"],
  parts: LeadParts<Query, Row> | undefined,
  query: Query,
): AsyncGenerator<Row[]> {
  if (parts === undefined) throw new Error("A finder that gives up needs parts.");
  for (const ids of await run(() => parts.ids())) {
    yield await run(() => parts.read(query, ids));
    await nextTurn();
  }
}

/** Compares rows like the database: text byte by byte, that is by code point and not by UTF-16 unit. */
function inOrder({ descending }: LeadOrder): (a: LeadPageRow, b: LeadPageRow) => number {
  const sign = descending ? -1 : 1;
  return ([idA, keyA], [idB, keyB]) => sign * (compareKeys(keyA, keyB) || Number(idA) - Number(idB));
}

function compareKeys(a: LeadPageRow[1], b: LeadPageRow[1]): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
