import { useMutation, useMutationState } from "@tanstack/react-query";
import type { ProgressEvent } from "#shared/contract/event.ts";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { attempt } from "#web/actions/attempt.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { cancelScrape, scrapeTarget } from "#web/api/scrape-targets.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface ScrapeActions {
  run: () => Promise<void>;
  cancel: () => void;
  /** Also covers runs started by others, the schedule or another screen. */
  running: boolean;
  progress: ProgressEvent | undefined;
}

/** Scrapes a target, shows the result, and can cancel the run. */
export function useScrapeTarget({ id, name }: Pick<ScrapeTarget, "id" | "name">): ScrapeActions {
  const { mutateAsync } = useMutation(scrapeTarget);
  const { mutate: cancel } = useMutation(cancelScrape);
  const progress = useProgress("scrape", id);
  const isScraping = useMutationState({
    filters: { mutationKey: scrapeTarget.mutationKey, status: "pending" },
    select: ({ state }) => state.variables === id,
  }).includes(true);

  const run = (): Promise<void> =>
    attempt(`Failed to scrape ${name}`, async () => {
      const { leadsFound, run: ended } = await mutateAsync(id);
      const found = `Found ${leadsFound} new leads`;
      if (ended.outcome === "failed") toast.error(`Failed to scrape ${name}`, ended.message);
      else if (ended.outcome === "interrupted") toast({ title: "Scraping Canceled", description: found });
      else toast({ title: "Scraping Complete", description: found, detail: ended.message });
    });
  return { run, cancel: () => cancel(id), running: isScraping || progress !== undefined, progress };
}
