import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { NewScrapeTarget, ScrapeTarget, ScrapeTargetUpdate } from "#shared/contract/scrape-target.ts";
import { changing, isLastOf } from "#web/api/connection/changing.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";
import { putInList, showInList } from "#web/api/connection/list-cache.ts";

export const scraperFiguresQuery = endpointQuery(keys.scraperFigures, "GET /api/scraper/figures");

export const scrapeTargetsQuery = endpointQuery(keys.scrapeTargets, "GET /api/scrape-targets");

/** A target's runs, newest first. */
export function scrapeRunsQuery(id: string) {
  return endpointQuery([...keys.scrapeTargets, "runs", id], "GET /api/scrape-targets/{id}/runs", { params: { id } });
}

/** A run with the results of its pages. */
export function scrapeRunQuery(id: string) {
  return endpointQuery([...keys.scrapeTargets, "run", id], "GET /api/scrape-runs/{id}", { params: { id } });
}

export const createScrapeTarget = mutationOptions({
  // Omitted fields get the server's defaults.
  mutationFn: (target: Pick<NewScrapeTarget, "name" | "url" | "type">) =>
    requestAction("POST /api/scrape-targets", { body: target }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.scrapeTargets, data),
  onSettled: (_target, _error, _input, _result, { client }) => refreshTargets(client),
});

/** Updates a target. A change of only `isActive` is optimistic. */
export const updateScrapeTarget = mutationOptions({
  mutationKey: changing.scrapeTargets,
  scope: { id: "scrape-targets" },
  mutationFn: ({ id, change }: { id: string; change: ScrapeTargetUpdate }) =>
    requestAction("PATCH /api/scrape-targets/{id}", { params: { id }, body: change }),
  onMutate: ({ id, change: { isActive, name } }, { client }) =>
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
  mutationFn: (id: string) => requestAction("DELETE /api/scrape-targets/{id}", { params: { id } }),
  onMutate: (id, { client }) => showInList<ScrapeTarget>(client, keys.scrapeTargets, id, null),
  onError: (_error, _id, shown) => shown?.rollBack(),
  onSettled: (_answer, _error, _id, _result, { client }) => refreshTargets(client),
});

/** Scrapes a target now; resolves when the run has ended. */
export const scrapeTarget = mutationOptions({
  mutationKey: ["scrape"],
  mutationFn: (id: string) => request("POST /api/scrape-targets/{id}/scrape", { params: { id } }),
  onSettled: (_result, _error, _id, _shown, { client }) => {
    refreshTargets(client);
    refreshLeads(client);
  },
});

/** Cancels the current run; `scrapeTarget` then resolves with the result so far. */
export const cancelScrape = mutationOptions({
  mutationFn: (id: string) => request("POST /api/scrape-targets/{id}/cancel", { params: { id } }),
});

function refreshTargets(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.scrapeTargets });
  void client.invalidateQueries({ queryKey: keys.scraperFigures });
}
