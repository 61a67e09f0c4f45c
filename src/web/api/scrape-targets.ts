import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { changing, isLastOf } from "#web/api/connection/changing.ts";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";
import { localDay } from "#web/format/due.ts";
import { putInList, showInList } from "#web/api/connection/list-cache.ts";

/** "Found today" starts again at midnight, even if no lead changes. */
export function scraperFiguresQuery(now: number) {
  return queryOptions({
    ...endpointQuery([...keys.scraperFigures, localDay(now)], "GET /api/scraper/figures"),
    placeholderData: keepPreviousData,
  });
}

export const scrapeTargetsQuery = endpointQuery(keys.scrapeTargets, "GET /api/scrape-targets");

/** A target's runs, newest first. */
export function scrapeRunsQuery(id: string) {
  return endpointQuery([...keys.scrapeTargets, "runs", id], "GET /api/scrape-targets/{id}/runs", { params: { id } });
}

/** A run with the results of its pages. */
export function scrapeRunQuery(id: string) {
  return endpointQuery([...keys.scrapeTargets, "run", id], "GET /api/scrape-runs/{id}", { params: { id } });
}

/** Omitted fields get the server's defaults. */
export const createScrapeTarget = mutationOptions({
  ...endpointAction("POST /api/scrape-targets", refreshTargets),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.scrapeTargets, data),
});

/** Updates a target. A change of only `isActive` is optimistic. */
export const updateScrapeTarget = mutationOptions({
  ...endpointAction("PATCH /api/scrape-targets/{id}"),
  mutationKey: changing.scrapeTargets,
  scope: { id: "scrape-targets" },
  onMutate: ({ params: { id }, body: { isActive, name } }, { client }) =>
    showInList<ScrapeTarget>(client, keys.scrapeTargets, id, {
      ...(isActive === undefined ? {} : { isActive }),
      ...(name === undefined ? {} : { name }),
    }),
  onError: (_error, _input, shown) => shown?.rollBack(),
  onSettled: (_target, _error, _input, _result, { client }) => {
    if (isLastOf(client, changing.scrapeTargets)) refreshTargets(client);
  },
});

export const deleteScrapeTarget = mutationOptions({
  ...endpointAction("DELETE /api/scrape-targets/{id}", refreshTargets),
  onMutate: ({ params: { id } }, { client }) => showInList<ScrapeTarget>(client, keys.scrapeTargets, id, null),
  onError: (_error, _input, shown) => shown?.rollBack(),
});

/** Scrapes a target now; resolves when the run has ended. */
export const scrapeTarget = {
  mutationKey: ["scrape"],
  ...endpointMutation("POST /api/scrape-targets/{id}/scrape", (client) => {
    refreshTargets(client);
    refreshLeads(client);
  }),
};

/** Cancels the current run; `scrapeTarget` then resolves with the result so far. */
export const cancelScrape = endpointMutation("POST /api/scrape-targets/{id}/cancel");

function refreshTargets(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.scrapeTargets });
  void client.invalidateQueries({ queryKey: keys.scraperFigures });
}
