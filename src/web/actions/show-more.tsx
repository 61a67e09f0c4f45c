import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";

interface ShowMoreProps extends Pick<ComponentProps<typeof Button>, "variant" | "size" | "busyLabel"> {
  query: Pick<
    UseInfiniteQueryResult<InfiniteData<unknown>>,
    "data" | "hasNextPage" | "isFetching" | "isFetchNextPageError" | "fetchNextPage"
  >;
}

/**
 * Loads one more page, if there is one. An invalidation in the meantime refetches the shown pages and cancels the load,
 * so it is requested again.
 */
export function ShowMore({ query, ...look }: ShowMoreProps) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const shown = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState(0);
  const isMissing = hasNextPage && shown < wanted && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing && !isFetching) void fetchNextPage();
  }, [isMissing, isFetching, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <Button
      {...look}
      className="self-center"
      busy={isMissing}
      onClick={() => {
        setWanted(shown + 1);
        if (isFetchNextPageError) void fetchNextPage();
      }}
    >
      Show more
    </Button>
  );
}
