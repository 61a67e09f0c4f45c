import { useMutation, useMutationState } from "@tanstack/react-query";
import type { ProgressEvent } from "#shared/contract/event.ts";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { detailOf } from "#web/api/api-error.ts";
import { useProgress } from "#web/api/progress.ts";
import { cancelScrape, scrapeTarget } from "#web/api/scrape-targets.ts";
import { toast } from "#web/ui/toast-store.ts";

interface ScrapeAct {
  run: () => Promise<void>;
  cancel: () => void;
  /** True too while somebody else, the clock, or this person from another screen scrapes it. */
  running: boolean;
  progress: ProgressEvent | undefined;
}

/** Scrapes a target, tells how it ended, and ends it on the way. */
export function useScrapeTarget({ id, name }: Pick<ScrapeTarget, "id" | "name">): ScrapeAct {
  const { mutateAsync } = useMutation(scrapeTarget);
  const { mutate: cancel } = useMutation(cancelScrape);
  const progress = useProgress("scrape", id);
  const isScraping = useMutationState({
    filters: { mutationKey: scrapeTarget.mutationKey, status: "pending" },
    select: ({ state }) => state.variables === id,
  }).includes(true);

  const run = async (): Promise<void> => {
    try {
      const { leadsFound, run: ended } = await mutateAsync(id);
      const found = `Found ${leadsFound} new leads`;
      if (ended.outcome === "failed") toast.error(`Failed to scrape ${name}`, ended.message);
      else if (ended.outcome === "interrupted") toast({ title: "Scraping Cancelled", description: found });
      else toast({ title: "Scraping Complete", description: found, detail: ended.message });
    } catch (error) {
      toast.error(`Failed to scrape ${name}`, detailOf(error));
    }
  };
  return { run, cancel: () => cancel(id), running: isScraping || progress !== undefined, progress };
}
