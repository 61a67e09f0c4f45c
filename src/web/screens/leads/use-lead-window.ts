import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import {
  arrivalsQuery,
  arrivalsSince,
  bringInArrivals,
  FIRST_PAGE,
  leaveList,
  type LeadListView,
  type LeadPage,
  leadPagesQuery,
  type PageStart,
} from "#web/api/leads/lead-list.ts";
import type { ListPosition } from "#web/screens/leads/list-positions.ts";

/** Load the next page when a visible row is this close to either end. */
const AHEAD = 20;

export interface LeadWindow extends Omit<PageWindow, "pages"> {
  /** How many leads match now, including new arrivals. */
  total: { count: number; exact: boolean } | undefined;
  /** Leads newer than the list; excluded so that rows don't shift. */
  arrived: { count: number; exact: boolean };
  /** Leads created from then on are excluded, ISO 8601; null if none are. */
  since: string | null;
  /** Includes the new arrivals. */
  bringIn: () => void;
}

/** The loaded pages of a list. */
export interface PageWindow {
  pages: readonly LeadPage[] | undefined;
  /** The loaded leads; the first is at position `start` of the list. */
  rows: readonly LeadRow[];
  start: number;
  hasMore: boolean;
  isLoading: boolean;
  /** The previous view is still shown. */
  isOld: boolean;
  isReading: boolean;
  error: Error | null;
  retry: () => void;
  /** Reports the visible rows, so that pages around them load in time. */
  show: (first: number, last: number) => void;
  /** The start of the loaded page with the row at this position. */
  pageOf: (row: number) => PageStart;
  /** Identifies the window of pages in the cache. */
  jump: number;
}

/** A jump back over dropped pages, such as with the Home key. */
interface Jump {
  view: LeadListView;
  to: PageStart;
  number: number;
}

const NONE = { count: 0, exact: true };

let jumps = 0;

function nextJump(): number {
  jumps += 1;
  return jumps;
}

/** A view's leads with these facts. Starts at the `former` position, if any. Without `enabled`, nothing is loaded. */
export function useLeadWindow(
  view: LeadListView,
  facts: string,
  former: ListPosition | null,
  enabled = true,
): LeadWindow {
  const { pages, ...window } = usePageWindow(view, former, (anchor, jump) => ({
    ...leadPagesQuery(view, facts, anchor, jump),
    enabled,
  }));
  const since = window.isOld || !enabled ? null : arrivalsSince(pages && { pages });
  const { data: arrivals } = useQuery(arrivalsQuery(view, since));
  const client = useQueryClient();
  useEffect(() => () => leaveList(client, view), [client, view]);
  return {
    ...window,
    total: arrivals?.total ?? pages?.at(-1)?.total,
    arrived: arrivals?.arrived ?? NONE,
    since,
    bringIn: () => bringInArrivals(client),
  };
}

/** A view's leads, of which only those near the viewport are in memory. */
export function usePageWindow(
  view: LeadListView,
  former: ListPosition | null,
  queryOf: (anchor: PageStart, jump: number) => ReturnType<typeof leadPagesQuery> & { enabled?: boolean },
): PageWindow {
  const [latest, setJump] = useState<Jump | null>(null);
  const jump = latest?.view === view ? latest : startOf(view, former);
  const anchor = jump.to;
  const query = useInfiniteQuery(queryOf(anchor, jump.number));
  const { data, hasNextPage, hasPreviousPage, isFetching, isPlaceholderData, isError } = query;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  // The library types page parameters as unknown.
  const first = (data?.pageParams[0] as PageStart | undefined) ?? anchor;
  const reached = useRef<ListPosition>(null);
  const show = (firstShown: number, lastShown: number): void => {
    if (data === undefined || isFetching || isPlaceholderData || isError) return;
    const isFarAbove = lastShown < first.index - LIMITS.list.pageSize;
    // Not yet scrolled to the former position, which the loaded pages are for.
    if (former !== null && reached.current !== former && isFarAbove) return;
    reached.current = former;
    if (hasPreviousPage && isFarAbove) {
      // Jumping over many pages doesn't load the ones in between.
      setJump({ view, to: startBefore(first, firstShown), number: nextJump() });
    } else if (hasPreviousPage && firstShown < first.index + AHEAD) void query.fetchPreviousPage();
    else if (hasNextPage && lastShown >= first.index + rows.length - AHEAD) void query.fetchNextPage();
  };

  return {
    pages: data?.pages,
    rows,
    start: first.index,
    hasMore: hasNextPage,
    isLoading: query.isPending,
    isOld: isPlaceholderData,
    isReading: isFetching,
    error: query.error,
    retry: () => {
      if (query.isFetchNextPageError) void query.fetchNextPage();
      else if (query.isFetchPreviousPageError) void query.fetchPreviousPage();
      else void query.refetch();
    },
    show,
    pageOf: (row) => {
      const starts = (data?.pageParams ?? []) as PageStart[];
      return starts.findLast(({ index }) => index <= row) ?? startBefore(first, row);
    },
    jump: jump.number,
  };
}

function startOf(view: LeadListView, former: ListPosition | null): Jump {
  if (former === null) return { view, to: FIRST_PAGE, number: 0 };
  // After a reload, counting continues where it was.
  jumps = Math.max(jumps, former.jump);
  return { view, to: former.start, number: former.jump };
}

/** The start of the page with the row at this position. */
export function startBefore(start: PageStart, row: number): PageStart {
  let found = start;
  while (found.index > row && found.before !== null) found = found.before;
  return found;
}
