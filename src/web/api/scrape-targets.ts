import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NewScrapeTarget, ScrapeTarget, ScrapeTargetUpdate } from "#shared/contract/scrape-target.ts";
import { changing, isLastOf } from "#web/api/changing.ts";
import { request } from "#web/api/client.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";
import { refreshLeads } from "#web/api/leads.ts";
import { putInList, showInList } from "#web/api/list-cache.ts";

export const scraperFiguresQuery = queryOptions({
  queryKey: keys.scraperFigures,
  queryFn: ({ signal }) => request("GET /api/scraper/figures", { signal }),
});

export const scrapeTargetsQuery = queryOptions({
  queryKey: keys.scrapeTargets,
  queryFn: ({ signal }) => request("GET /api/scrape-targets", { signal }),
});

/** The latest runs over a target, newest first. */
export function scrapeRunsQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.scrapeTargets, "runs", id],
    queryFn: ({ signal }) => request("GET /api/scrape-targets/{id}/runs", { params: { id }, signal }),
  });
}

/** A run with what each of its pages gave. */
export function scrapeRunQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.scrapeTargets, "run", id],
    queryFn: ({ signal }) => request("GET /api/scrape-runs/{id}", { params: { id }, signal }),
  });
}

export const createScrapeTarget = mutationOptions({
  // What is left out has the server's defaults.
  mutationFn: (target: Pick<NewScrapeTarget, "name" | "url" | "type">) =>
    act("POST /api/scrape-targets", { body: target }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.scrapeTargets, data),
  onSettled: (_target, _error, _input, _result, { client }) => refreshTargets(client),
});

/** Changes fields of a target, or only `isActive`, which is shown at once and taken back when the server refuses. */
export const updateScrapeTarget = mutationOptions({
  mutationKey: changing.scrapeTargets,
  scope: { id: "scrape-targets" },
  mutationFn: ({ id, change }: { id: string; change: ScrapeTargetUpdate }) =>
    act("PATCH /api/scrape-targets/{id}", { params: { id }, body: change }),
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
  mutationFn: (id: string) => act("DELETE /api/scrape-targets/{id}", { params: { id } }),
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

/** Ends the run under way; the answer of `scrapeTarget` then says so. */
export const cancelScrape = mutationOptions({
  mutationFn: (id: string) => request("POST /api/scrape-targets/{id}/cancel", { params: { id } }),
});

function refreshTargets(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.scrapeTargets });
  void client.invalidateQueries({ queryKey: keys.scraperFigures });
}
