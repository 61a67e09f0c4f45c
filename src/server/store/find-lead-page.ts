import { setImmediate as nextTurn } from "node:timers/promises";
import type { Engine } from "#server/store/engine.ts";
import type { LeadOrder } from "#server/store/lead-order.ts";
import type { LeadPageFinder, LeadPageQuery, LeadPageRow } from "#server/store/lead-page.ts";

/** What of an engine finds pages. */
type Finding = Pick<Engine, "run"> & { pages: LeadPageFinder };

/**
 * The page of a list. By e-mail, leads that have none come last in either direction: they stand in an index of their
 * own, newest or oldest first as the rest runs.
 */
export async function findLeadPage(finding: Finding, query: LeadPageQuery): Promise<LeadPageRow[]> {
  const { criteria, order, after, limit } = query;
  if (order.column !== "email_key") return findPage(finding, query);
  const isPastEmails = after !== null && after.key === null;
  const withEmail = isPastEmails
    ? []
    : await findPage(finding, { ...query, criteria: { ...criteria, hasEmail: true } });
  if (withEmail.length === limit) return withEmail;
  const without = await findPage(finding, {
    ...query,
    criteria: { ...criteria, hasEmail: false },
    order: { ...order, column: "id" },
    after: isPastEmails ? after : null,
    limit: limit - withEmail.length,
  });
  return [...withEmail, ...without.map(([id, , ...columns]): LeadPageRow => [id, null, ...columns])];
}

async function findPage({ pages, run }: Finding, query: LeadPageQuery): Promise<LeadPageRow[]> {
  const found = await run(() => pages.page(query));
  if (found !== null) return found;
  const { parts } = pages;
  if (parts === undefined) throw new Error("A finder that gives up needs parts.");
  let best: LeadPageRow[] = [];
  for (const ids of await run(() => parts.ids())) {
    const rows = await run(() => parts.page(query, ids));
    best = [...best, ...rows].toSorted(inOrder(query.order)).slice(0, query.limit);
    await nextTurn();
  }
  return best;
}

/** Compares rows as the database does: texts byte by byte, which is by code point and not by UTF-16 unit. */
function inOrder({ descending }: LeadOrder): (a: LeadPageRow, b: LeadPageRow) => number {
  const sign = descending ? -1 : 1;
  return ([idA, keyA], [idB, keyB]) => sign * (compareKeys(keyA, keyB) || Number(idA) - Number(idB));
}

function compareKeys(a: LeadPageRow[1], b: LeadPageRow[1]): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
