import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";

type Pages = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  "data" | "hasNextPage" | "isFetching" | "isFetchNextPageError" | "fetchNextPage"
>;

/**
 * Loads one more page. An invalidation in the meantime refetches the shown pages and cancels the load, so it is
 * requested again.
 */
export function useShowMore(query: Pages): { showMore: () => void; isShowingMore: boolean } {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const shown = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState(0);
  const isMissing = hasNextPage && shown < wanted && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing && !isFetching) void fetchNextPage();
  }, [isMissing, isFetching, fetchNextPage]);
  return {
    showMore: () => {
      setWanted(shown + 1);
      if (isFetchNextPageError) void fetchNextPage();
    },
    isShowingMore: isMissing,
  };
}
