import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
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
  /** When the server read it, ISO 8601; null where it does not say. */
  readAt: string | null;
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

export type LeadPages = InfiniteData<LeadPage, PageStart>;

const PAGES = [...keys.leadLists, "pages"] as const;

/** How many pages of 50 a list keeps: scrolling on drops those at the other end, and scrolling back reads them again. */
const PAGES_KEPT = 10;

/**
 * A window of pages of 50 over a list of any length, which follows one who scrolls from `anchor` on. Each jump to
 * another anchor is a window of its own, told apart by its number. The former view stays on screen while the next loads.
 * Once it has been read, reading on or again leaves out the leads that came since, which would move what one reads.
 */
export function leadPagesQuery(view: LeadListView, anchor: PageStart = FIRST_PAGE, jump = 0) {
  return infiniteQueryOptions({
    queryKey: [...PAGES, view, jump],
    queryFn: async ({ client, queryKey, pageParam, signal }) => {
      const since = arrivalsSince(client.getQueryData<LeadPages>(queryKey));
      const page = await fetchPage(upTo(view, since), LIMITS.list.pageSize, pageParam.cursor, signal);
      return since === null ? page : { ...page, readAt: since };
    },
    initialPageParam: anchor,
    getNextPageParam: (page, _pages, start): PageStart | null =>
      page.next === null ? null : { cursor: page.next, index: start.index + page.rows.length, before: start },
    getPreviousPageParam: (_page, _pages, start) => start.before,
    maxPages: PAGES_KEPT,
    placeholderData: keepPreviousData,
  });
}

/**
 * What of a view came since the list was read: how many leads match now, and how many of them are not in the list yet.
 * Null until the server has said that leads changed.
 */
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

/** From when on a lead that comes is left out of the list; null while it is empty, when there is nothing to move. */
export function arrivalsSince(data: Pick<LeadPages, "pages"> | undefined): string | null {
  if (data === undefined || data.pages.every(({ rows }) => rows.length === 0)) return null;
  const times = data.pages.flatMap(({ readAt }) => readAt ?? []);
  return times.reduce<string | null>((latest, time) => (latest === null || time > latest ? time : latest), null);
}

/** The view without the leads that came at `moment` or later; all of it where that is null. */
export function upTo(view: LeadListView, moment: string | null): LeadListView {
  return moment === null ? view : { ...view, to: earlierOf(view.to, moment) };
}

/** Reads the lists that are on screen again, with everything that came since. */
export function bringInArrivals(client: QueryClient): void {
  forgetReading(client, PAGES);
  void client.invalidateQueries({ queryKey: PAGES });
}

/** For a list that one leaves: who comes back to it sees it as it is then. */
export function leaveList(client: QueryClient, view: LeadListView): void {
  const queryKey = [...PAGES, view];
  forgetReading(client, queryKey);
  void client.invalidateQueries({ queryKey, refetchType: "none" });
}

function forgetReading(client: QueryClient, queryKey: readonly unknown[]): void {
  client.setQueriesData<LeadPages>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, readAt: null })) },
  );
}

function laterOf(one: string | undefined, other: string): string {
  return one !== undefined && Date.parse(one) > Date.parse(other) ? one : other;
}

function earlierOf(one: string | undefined, other: string): string {
  return one !== undefined && Date.parse(one) < Date.parse(other) ? one : other;
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
  return {
    rows: data,
    total: totalOf(headers, data.length),
    next: nextCursor(headers.get("link")),
    readAt: headers.get("x-read-at"),
  };
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
