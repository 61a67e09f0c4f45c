import { useMutation, useMutationState } from "@tanstack/react-query";
import { Search, Settings, X } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import type { ProgressEvent } from "#shared/contract/event.ts";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { useAction } from "#web/actions/use-action.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useProgress } from "#web/api/connection/progress.ts";
import { cancelScrape, scrapeTarget } from "#web/api/scrape-targets.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { runQuery } from "#web/screens/lead-scraper/run-address.ts";
import { TYPE_WORDS } from "#web/screens/lead-scraper/target-types.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { ActiveStatus, Status } from "#web/ui/status.tsx";

/** A target with its last run and its actions. */
export function TargetRow({ target, onSettings }: { target: ScrapeTarget; onSettings: () => void }) {
  const { name, url, type, isActive, leadsFound, failingSince } = target;
  const headingId = useId();
  const { run, cancel, running, progress } = useScrapeTarget(target);
  return (
    <li aria-labelledby={headingId} className="border-t border-line px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
            <h3 id={headingId} dir="auto" title={name} className="line-clamp-2 font-semibold wrap-anywhere">
              {name}
            </h3>
            <ActiveStatus isActive={isActive} />
            {isActive && failingSince !== null && <Status tone="danger">Failing</Status>}
            {leadsFound > 0 && <Badge tone="accent">{`${formatCounted(leadsFound, "lead")} found`}</Badge>}
          </div>
          <p className="flex min-w-0 gap-x-3 text-sm">
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              title={url}
              className="min-w-0 truncate text-link underline-offset-2 hover:underline"
            >
              {url}
            </a>
            <span className="shrink-0 text-muted">{TYPE_WORDS[type]?.label ?? type}</span>
          </p>
          {!running && <LastScrape target={target} />}
        </div>
        <IfAllowed to="work">
          <div className="flex items-center gap-1">
            <Button
              size="small"
              icon={<Search aria-hidden />}
              busy={running}
              busyLabel="Scraping..."
              aria-label={`${running ? "Scraping..." : "Scrape Now"}: ${name}`}
              onClick={() => void run()}
            >
              Scrape Now
            </Button>
            <IconButton label={`Settings for ${name}`} icon={<Settings aria-hidden />} onClick={onSettings} />
          </div>
        </IfAllowed>
      </div>
      {running && (
        <div className="mt-3 flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <ProgressBar
              label={progress === undefined ? "Starting" : "Reading pages"}
              done={progress?.done ?? 0}
              total={progress?.total ?? null}
            />
          </div>
          <IfAllowed to="work">
            <IconButton label={`Cancel scraping ${name}`} icon={<X aria-hidden />} onClick={cancel} />
          </IfAllowed>
        </div>
      )}
    </li>
  );
}

/** The last run's outcome, with a link to its pages. */
function LastScrape({ target: { id, name, lastScrape, lastRun } }: { target: ScrapeTarget }) {
  if (lastRun === null) return <p className="text-sm text-muted">Not scraped yet.</p>;
  const { outcome, message } = lastRun;
  return (
    <p className="text-sm wrap-anywhere">
      {outcome === "failed" && <span className="font-semibold text-danger-ink">The last scrape failed. </span>}
      {outcome === "interrupted" && <span className="font-semibold">The last scrape was interrupted. </span>}
      {outcome === "running" ? "Scrape in progress." : message}{" "}
      <span className="whitespace-nowrap text-muted">
        <RelativeTime time={lastRun.finishedAt ?? lastScrape ?? lastRun.startedAt} />
        {" · "}
        <Link
          to={runQuery(id)}
          // The 44 px touch target extends beyond the line without shifting it.
          className="relative text-link underline underline-offset-2 touch:after:absolute touch:after:-inset-3.5"
        >
          Pages<span className="sr-only"> from {name}</span>
        </Link>
      </span>
    </p>
  );
}

interface ScrapeActions {
  run: () => Promise<boolean>;
  cancel: () => void;
  /** Also covers runs started by others, the schedule or another screen. */
  running: boolean;
  progress: ProgressEvent | undefined;
}

/** Scrapes a target, shows the result, and can cancel the run. */
function useScrapeTarget({ id, name }: Pick<ScrapeTarget, "id" | "name">): ScrapeActions {
  const scraping = useAction(scrapeTarget);
  const { mutate: cancel } = useMutation(cancelScrape);
  const progress = useProgress("scrape", id);
  const isScraping = useMutationState({
    filters: { mutationKey: scrapeTarget.mutationKey, status: "pending" },
    select: ({ state }) => (state.variables as Parameters<typeof scrapeTarget.mutationFn>[0]).params.id,
  }).includes(id);

  const failed = `Failed to scrape ${name}`;
  const run = (): Promise<boolean> =>
    scraping.run(
      { params: { id } },
      {
        failed,
        onDone: ({ leadsFound, run: ended }) => {
          const found = `Found ${formatCount(leadsFound)} new leads`;
          if (ended.outcome === "failed") toast.error(failed, ended.message);
          else if (ended.outcome === "interrupted") toast({ title: "Scraping Canceled", description: found });
          else toast({ title: "Scraping Complete", description: found, detail: ended.message });
        },
      },
    );
  return { run, cancel: () => cancel({ params: { id } }), running: isScraping || progress !== undefined, progress };
}
