import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LeadFilter, LeadRow, LeadSort } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { requestWithHeaders } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";

export interface LeadListView extends LeadFilter {
  sort?: LeadSort | undefined;
}

/** One keyset page. `total` counts what the filter matches; not exact means at least that many. */
export interface LeadPage {
  rows: LeadRow[];
  total: { count: number; exact: boolean };
  /** The cursor of the next page; null on the last. */
  next: string | null;
}

/**
 * Where a page starts: its cursor, how many rows stand before it, and the page before it. Keyset cursors lead only
 * forwards, so the way back is remembered.
 */
export interface PageStart {
  cursor: string | null;
  index: number;
  before: PageStart | null;
}

export const FIRST_PAGE: PageStart = { cursor: null, index: 0, before: null };

/** How many pages of 50 a list keeps: scrolling on drops those at the other end, and scrolling back reads them again. */
const PAGES_KEPT = 10;

/**
 * A window of pages of 50 over a list of any length, which follows one who scrolls from `anchor` on. Each jump to
 * another anchor is a window of its own, told apart by its number. The former view stays on screen while the next loads.
 */
export function leadPagesQuery(view: LeadListView, anchor: PageStart = FIRST_PAGE, jump = 0) {
  return infiniteQueryOptions({
    queryKey: [...keys.leadLists, "pages", view, jump],
    queryFn: ({ pageParam, signal }) => fetchPage(view, LIMITS.list.pageSize, pageParam.cursor, signal),
    initialPageParam: anchor,
    getNextPageParam: (page, _pages, start): PageStart | null =>
      page.next === null ? null : { cursor: page.next, index: start.index + page.rows.length, before: start },
    getPreviousPageParam: (_page, _pages, start) => start.before,
    maxPages: PAGES_KEPT,
    placeholderData: keepPreviousData,
  });
}

/** The first `limit` leads of a view, for panels that show a few. */
export function leadPageQuery(view: LeadListView, limit: number) {
  return queryOptions({
    queryKey: [...keys.leadLists, "first", view, limit],
    queryFn: ({ signal }) => fetchPage(view, limit, null, signal),
  });
}

async function fetchPage(
  view: LeadListView,
  limit: number,
  cursor: string | null,
  signal: AbortSignal,
): Promise<LeadPage> {
  const query = { ...view, limit, view: "row" as const, ...(cursor === null ? {} : { cursor }) };
  const { data, headers } = await requestWithHeaders("GET /api/leads", { query, signal });
  return { rows: data, total: totalOf(headers, data.length), next: nextCursor(headers.get("link")) };
}

/** Reads X-Total-Count and X-Total-Count-Exact; without them at least what the page holds is there. */
export function totalOf(headers: Headers, rows: number): LeadPage["total"] {
  const header = headers.get("x-total-count");
  if (header === null || !/^\d+$/.test(header)) return { count: rows, exact: false };
  return { count: Number(header), exact: headers.get("x-total-count-exact") !== "false" };
}

/** The cursor in the target of a Link header's rel="next" (RFC 8288); null on the last page. */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? "")?.[1];
  return target === undefined ? null : new URL(target, "http://localhost").searchParams.get("cursor");
}
