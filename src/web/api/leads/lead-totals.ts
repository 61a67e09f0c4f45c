import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import type { LeadListView } from "#web/api/leads/lead-list.ts";

/** How many leads of the view have each status, and the sum of their scores. */
export function leadTotalsQuery({ sort: _order, ...filter }: LeadListView) {
  return queryOptions({
    ...endpointQuery([...keys.leadTotals, filter], "GET /api/leads/totals", { query: filter }),
    placeholderData: keepPreviousData,
  });
}

/** All leads of the totals, as the lists count them. */
export function countOf(totals: LeadTotals): { count: number; exact: true } {
  return { count: Object.values(totals).reduce((sum, { count }) => sum + count, 0), exact: true };
}
