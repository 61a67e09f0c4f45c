import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { LeadFilter, LeadRow, LeadSort } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { requestWithHeaders } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import { nextCursor } from "#web/api/connection/pages.ts";

export interface LeadListView extends LeadFilter {
  sort?: LeadSort | undefined;
}

/** One keyset page. `total` counts all matches; if not exact, there are at least that many. */
export interface LeadPage {
  rows: LeadRow[];
  total: { count: number; exact: boolean };
  /** Cursor of the next page; null on the last. */
  next: string | null;
  /** When the server read it, ISO 8601; null if unknown. */
  readAt: string | null;
}

/**
 * Where a page starts: its cursor, the rows before it, and the previous page. Keyset cursors only go forward, so the
 * way back is remembered.
 */
export interface PageStart {
  cursor: string | null;
  index: number;
  before: PageStart | null;
}

export const FIRST_PAGE: PageStart = { cursor: null, index: 0, before: null };

export type LeadPages = InfiniteData<LeadPage, PageStart>;

const PAGES = [...keys.leadLists, "pages"] as const;

/** Pages of 50 in memory: scrolling drops pages at the other end, and scrolling back refetches them. */
const PAGES_KEPT = 10;

const PAGING = {
  getNextPageParam: (page: LeadPage, _pages: readonly LeadPage[], start: PageStart): PageStart | null =>
    page.next === null ? null : { cursor: page.next, index: start.index + page.rows.length, before: start },
  getPreviousPageParam: (_page: LeadPage, _pages: readonly LeadPage[], start: PageStart) => start.before,
  maxPages: PAGES_KEPT,
};

/**
 * A window of pages over a list of any length, starting at `anchor`. Each jump to another anchor is a separate window,
 * identified by its number. The previous view stays visible while the next loads. After the first read, refetches
 * exclude newer leads, which would shift the rows. `facts` are the names of facts that rows include, as in the API.
 */
export function leadPagesQuery(view: LeadListView, facts = "", anchor: PageStart = FIRST_PAGE, jump = 0) {
  return infiniteQueryOptions({
    queryKey: [...PAGES, view, facts, jump],
    queryFn: async ({ client, queryKey, pageParam, signal }) => {
      const since = arrivalsSince(client.getQueryData<LeadPages>(queryKey));
      const page = await fetchPage(upTo(view, since), LIMITS.list.pageSize, pageParam.cursor, signal, facts);
      return since === null ? page : { ...page, readAt: since };
    },
    initialPageParam: anchor,
    ...PAGING,
    placeholderData: keepPreviousData,
  });
}

/** The pages of one column of the board, which include leads that arrive. */
export function columnPagesQuery(view: LeadListView, anchor: PageStart = FIRST_PAGE, jump = 0) {
  const queryKey: (string | number | LeadListView)[] = [...keys.leadColumns, view, jump];
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(view, LIMITS.list.pageSize, pageParam.cursor, signal),
    initialPageParam: anchor,
    ...PAGING,
    placeholderData: keepPreviousData,
  });
}

/** How many leads match now and how many of them are newer than the list. Null until the server reports changes. */
export function arrivalsQuery(view: LeadListView, since: string | null) {
  return queryOptions({
    queryKey: [...keys.leadArrivals, view, since],
    queryFn: async ({ signal }): Promise<Arrivals> => {
      const [all, arrived] = await Promise.all([
        fetchPage(view, 1, null, signal),
        since === null ? null : fetchPage({ ...view, from: laterOf(view.from, since) }, 1, null, signal),
      ]);
      return { total: all.total, arrived: arrived?.total ?? NONE };
    },
    initialData: null as Arrivals | null,
    enabled: since !== null,
  });
}

export interface Arrivals {
  total: LeadPage["total"];
  arrived: LeadPage["total"];
}

const NONE: LeadPage["total"] = { count: 0, exact: true };

/** Leads created from this moment on are excluded from the list; null while the list is empty, as nothing can shift. */
export function arrivalsSince(data: { pages: readonly LeadPage[] } | undefined): string | null {
  if (data === undefined || data.pages.every(({ rows }) => rows.length === 0)) return null;
  const times = data.pages.flatMap(({ readAt }) => readAt ?? []);
  return times.reduce<string | null>((latest, time) => (latest === null || time > latest ? time : latest), null);
}

/** The view without leads created at or after `moment`; unchanged if null. */
export function upTo(view: LeadListView, moment: string | null): LeadListView {
  return moment === null ? view : { ...view, to: earlierOf(view.to, moment) };
}

/** Refetches the visible lists, including newer leads. */
export function bringInArrivals(client: QueryClient): void {
  forgetReading(client, PAGES);
  void client.invalidateQueries({ queryKey: PAGES });
}

/** Resets a list when leaving it if it isn't current, so that returning shows the current state. */
export function leaveList(client: QueryClient, view: LeadListView): void {
  const queryKey = [...PAGES, view];
  const isOutdated = client
    .getQueryCache()
    .findAll({ queryKey })
    .some(({ state }) => state.isInvalidated || state.fetchStatus !== "idle");
  const hasArrivals = client
    .getQueriesData<Arrivals | null>({ queryKey: [...keys.leadArrivals, view] })
    .some(([, arrivals]) => (arrivals?.arrived.count ?? 0) > 0);
  if (!isOutdated && !hasArrivals) return;
  forgetReading(client, queryKey);
  void client.invalidateQueries({ queryKey, refetchType: "none" });
}

/** Call before invalidating leads: a list that isn't on screen will include newer leads when it is read again. */
export function includeArrivalsLater(client: QueryClient): void {
  forgetReading(client, PAGES, "inactive");
}

function forgetReading(client: QueryClient, queryKey: readonly unknown[], type: "all" | "inactive" = "all"): void {
  client.setQueriesData<LeadPages>(
    { queryKey, type },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, readAt: null })) },
  );
}

function laterOf(one: string | undefined, other: string): string {
  return one !== undefined && Date.parse(one) > Date.parse(other) ? one : other;
}

function earlierOf(one: string | undefined, other: string): string {
  return one !== undefined && Date.parse(one) < Date.parse(other) ? one : other;
}

/** The first `limit` leads of a view, for small panels. */
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
  facts = "",
): Promise<LeadPage> {
  const query = {
    ...view,
    limit,
    view: "row" as const,
    ...(cursor === null ? {} : { cursor }),
    ...(facts === "" ? {} : { facts }),
  };
  const { data, headers } = await requestWithHeaders("GET /api/leads", { query, signal });
  return {
    rows: data,
    total: totalOf(headers, data.length),
    next: nextCursor(headers.get("link")),
    readAt: headers.get("x-read-at"),
  };
}

/** Reads X-Total-Count and X-Total-Count-Exact; without them, the total is at least the rows of this page. */
export function totalOf(headers: Headers, rows: number): LeadPage["total"] {
  const header = headers.get("x-total-count");
  if (header === null || !/^\d+$/.test(header)) return { count: rows, exact: false };
  return { count: Number(header), exact: headers.get("x-total-count-exact") !== "false" };
}
