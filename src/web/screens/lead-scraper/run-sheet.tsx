import { useQuery } from "@tanstack/react-query";
import { FileSearch } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ScrapeRunSummary, ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { scrapeRunQuery, scrapeRunsQuery } from "#web/api/scrape-targets.ts";
import { formatCount } from "#web/format/number.ts";
import { withParameters } from "#web/paths.ts";
import { dateAndTime } from "#web/format/relative-time.ts";
import { RUN_PARAMETER } from "#web/screens/lead-scraper/run-address.ts";
import { RunPages } from "#web/screens/lead-scraper/run-pages.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField } from "#web/ui/fields/fields.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

/** A target's runs, page by page; open while the URL names the target. */
export function RunSheet({ targets }: { targets: readonly ScrapeTarget[] }) {
  const [query, setQuery] = useSearchParams();
  const id = query.get(RUN_PARAMETER);
  const asked = targets.find((target) => target.id === id) ?? null;
  const shown = useLastShown(asked);
  const close = (): void => setQuery(withParameters({ [RUN_PARAMETER]: null }));
  return (
    <Sheet
      open={asked !== null}
      onOpenChange={close}
      title={shown === null ? "" : `Pages from ${shown.name}`}
      description="Contacts found on each page."
    >
      {shown !== null && <Runs key={shown.id} target={shown} />}
    </Sheet>
  );
}

function Runs({ target }: { target: ScrapeTarget }) {
  const query = useQuery(scrapeRunsQuery(target.id));
  const { data: runs, error } = query;
  const [chosen, setChosen] = useState<string | null>(null);
  if (runs === undefined && error !== null) {
    return <QueryFailed what="runs" query={query} />;
  }
  if (runs === undefined) return <RunSkeleton />;
  const run = runs.find(({ id }) => id === chosen) ?? runs[0];
  if (run === undefined) {
    return (
      <EmptyState icon={<FileSearch />} title="Not scraped yet" text="Click Scrape Now to read the site's pages." />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {runs.length > 1 && (
        <SelectField
          label="Run"
          required
          options={runs.map(optionOf)}
          value={run.id}
          onChange={({ target: { value } }) => setChosen(value)}
        />
      )}
      <RunPagesOf key={run.id} id={run.id} />
    </div>
  );
}

function RunPagesOf({ id }: { id: string }) {
  const query = useQuery(scrapeRunQuery(id));
  const { data: run, error } = query;
  if (run !== undefined) return <RunPages run={run} />;
  if (error === null) return <RunSkeleton />;
  return <QueryFailed what="the run" query={query} />;
}

function RunSkeleton() {
  return <LoadingBars what="the run" className="flex flex-col gap-3" bars={["h-9 w-full", "h-20 w-full"]} />;
}

function optionOf({ id, startedAt, created }: ScrapeRunSummary): { value: string; label: string } {
  const time = dateAndTime(startedAt);
  return { value: id, label: `${time}, ${formatCount(created)} new` };
}
