import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LeadRow } from "#shared/contract/lead.ts";
import { detailOf } from "#web/api/api-error.ts";
import { leadPageQuery } from "#web/api/lead-list.ts";

const PAUSE_MILLISECONDS = 150;
const FOUND = 6;
const NEWEST = 4;
const NONE: LeadRow[] = [];

interface FoundLeads {
  rows: LeadRow[];
  isSearching: boolean;
  /** Why the server did not find any; empty when it could look. */
  failure: string;
}

/** The leads that a search finds, asked for when typing pauses; the newest ones for an empty search. */
export function useFoundLeads(query: string): FoundLeads {
  const search = useSettled(query.trim());
  const page = search === "" ? leadPageQuery({ sort: "-createdAt" }, NEWEST) : leadPageQuery({ search }, FOUND);
  const { data, error, isFetching, isPlaceholderData } = useQuery({ ...page, placeholderData: keepPreviousData });
  const isSearching = query.trim() !== search || isPlaceholderData || (isFetching && data === undefined);
  // What was found for nothing says nothing about a search.
  const isOfOther = query.trim() !== "" && (search === "" || (isPlaceholderData && error === null));
  return {
    rows: error !== null || isOfOther ? NONE : (data?.rows ?? NONE),
    isSearching,
    failure: error === null || isFetching ? "" : `Leads could not be searched. ${detailOf(error)}`,
  };
}

/** A text once it has not changed for a moment; at once when it is emptied. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
