import { Search, Settings, X } from "lucide-react";
import { useId } from "react";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { formatCounted } from "#web/format/number.ts";
import { LastScrape } from "#web/screens/lead-scraper/last-scrape.tsx";
import { TYPE_WORDS } from "#web/screens/lead-scraper/target-types.ts";
import { useScrapeTarget } from "#web/screens/lead-scraper/use-scrape-target.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
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
