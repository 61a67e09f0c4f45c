import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { leadPageQuery } from "#web/api/leads/lead-list.ts";

const PAUSE_MILLISECONDS = 150;
const FOUND = 6;
const NEWEST = 4;
const NONE: LeadRow[] = [];

interface FoundLeads {
  rows: LeadRow[];
  isSearching: boolean;
  /** Error message of the search; empty on success. */
  failure: string;
}

/** Debounced lead search; the newest leads for an empty query. */
export function useFoundLeads(query: string): FoundLeads {
  const search = useSettled(query.trim());
  const page = search === "" ? leadPageQuery({ sort: "-createdAt" }, NEWEST) : leadPageQuery({ search }, FOUND);
  const { data, error, isFetching, isPlaceholderData } = useQuery({ ...page, placeholderData: keepPreviousData });
  const isSearching = query.trim() !== search || isPlaceholderData || (isFetching && data === undefined);
  // Results for an empty query don't apply to a search.
  const isOfOther = query.trim() !== "" && (search === "" || (isPlaceholderData && error === null));
  return {
    rows: error !== null || isOfOther ? NONE : (data?.rows ?? NONE),
    isSearching,
    failure: error === null || isFetching ? "" : `Couldn't search leads. ${detailOf(error)}`,
  };
}

/** Debounces a text; clearing it takes effect immediately. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
