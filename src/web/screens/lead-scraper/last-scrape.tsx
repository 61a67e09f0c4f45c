import { Link } from "react-router";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { runQuery } from "#web/screens/lead-scraper/run-address.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";

/** The last run's outcome, with a link to its pages. */
export function LastScrape({ target: { id, name, lastScrape, lastRun } }: { target: ScrapeTarget }) {
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
