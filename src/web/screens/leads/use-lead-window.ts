import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LeadRow } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import {
  arrivalsQuery,
  arrivalsSince,
  bringInArrivals,
  FIRST_PAGE,
  leaveList,
  type LeadListView,
  leadPagesQuery,
  type PageStart,
} from "#web/api/lead-list.ts";

/** How close to either end of what is loaded a row may come before the next page is read. */
const AHEAD = 20;

export interface LeadWindow {
  /** The leads that are loaded; the first of them is the list's number `start`. */
  rows: readonly LeadRow[];
  start: number;
  /** How many leads match now, those that arrived included. */
  total: { count: number; exact: boolean } | undefined;
  /** Leads that came since the list was read: they are not in it, so as not to move what one reads. */
  arrived: { count: number; exact: boolean };
  /** From when on leads are left out, ISO 8601; null where none are. */
  since: string | null;
  /** Takes in the leads that arrived. */
  bringIn: () => void;
  hasMore: boolean;
  /** Nothing has been read yet. */
  isLoading: boolean;
  /** The former view is still on screen. */
  isOld: boolean;
  isReading: boolean;
  error: Error | null;
  retry: () => void;
  /** Tells which rows are on screen, so that those around them are read in time. */
  show: (first: number, last: number) => void;
}

/** A leap back over pages that are no longer kept, as with the Home key. */
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

/** The leads of a view, of which only those around the ones on screen are kept. */
export function useLeadWindow(view: LeadListView): LeadWindow {
  const [jump, setJump] = useState<Jump>({ view, to: FIRST_PAGE, number: 0 });
  const isHere = jump.view === view;
  const anchor = isHere ? jump.to : FIRST_PAGE;
  const query = useInfiniteQuery(leadPagesQuery(view, anchor, isHere ? jump.number : 0));
  const { data, hasNextPage, hasPreviousPage, isFetching, isPlaceholderData, isError } = query;
  const since = isPlaceholderData ? null : arrivalsSince(data);
  const { data: arrivals } = useQuery(arrivalsQuery(view, since));
  const client = useQueryClient();
  useEffect(() => () => leaveList(client, view), [client, view]);

  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  // The library's type of what it was given for each page is unknown.
  const first = (data?.pageParams[0] as PageStart | undefined) ?? anchor;
  const show = (firstShown: number, lastShown: number): void => {
    if (data === undefined || isFetching || isPlaceholderData || isError) return;
    if (hasPreviousPage && lastShown < first.index - LIMITS.list.pageSize) {
      // Over a thousand pages between there and here, none is read that nobody will see.
      setJump({ view, to: startBefore(first, firstShown), number: nextJump() });
    } else if (hasPreviousPage && firstShown < first.index + AHEAD) void query.fetchPreviousPage();
    else if (hasNextPage && lastShown >= first.index + rows.length - AHEAD) void query.fetchNextPage();
  };

  return {
    rows,
    start: first.index,
    total: arrivals?.total ?? data?.pages.at(-1)?.total,
    arrived: arrivals?.arrived ?? NONE,
    since,
    bringIn: () => bringInArrivals(client),
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
  };
}

/** The start of the page that holds the row with this number. */
export function startBefore(start: PageStart, row: number): PageStart {
  let found = start;
  while (found.index > row && found.before !== null) found = found.before;
  return found;
}
