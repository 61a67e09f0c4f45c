import { useState } from "react";
import type { ScrapePage, ScrapeRun } from "#shared/contract/scrape-target.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Status, type StatusTone } from "#web/ui/status.tsx";

const OUTCOMES: Record<ScrapePage["outcome"], { tone: StatusTone; word: string }> = {
  read: { tone: "success", word: "Read" },
  unchanged: { tone: "neutral", word: "Unchanged" },
  left_out: { tone: "warning", word: "Skipped" },
  failed: { tone: "danger", word: "Failed" },
};

/** Pages shown at first, and added each time. */
const PAGES_AT_ONCE = 200;

/** A run: its counts, outcome, pages and skipped records. */
export function RunPages({ run }: { run: ScrapeRun }) {
  const { pages, reasons } = run;
  const [shown, setShown] = useState(PAGES_AT_ONCE);
  return (
    <div className="flex flex-col gap-4">
      <Notice tone={run.outcome === "failed" ? "danger" : "info"}>
        <p>{run.outcome === "running" ? "This run is in progress." : run.message}</p>
        <p className="text-sm text-muted">
          <Moment time={run.startedAt} />
        </p>
      </Notice>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-sm tabular-nums sm:grid-cols-3">
        <Count term="Records seen" value={run.seen} />
        <Count term="New leads" value={run.created} />
        <Count term="Updated" value={run.updated} />
        <Count term="Unchanged" value={run.unchanged} />
        <Count term="Skipped" value={run.skipped} />
        <Count term="Failed" value={run.failed} />
      </dl>
      <section aria-label="Pages">
        <h3 className="pb-1 font-semibold">Pages ({formatCount(pages.length)})</h3>
        <ul>
          {pages.slice(0, shown).map((page) => (
            <PageItem key={page.url} page={page} />
          ))}
        </ul>
        {pages.length > shown && (
          <div className="flex justify-center border-t border-line pt-3">
            <Button variant="ghost" onClick={() => setShown(shown + PAGES_AT_ONCE)}>
              Show more
            </Button>
          </div>
        )}
      </section>
      {reasons.length > 0 && (
        <section aria-label="Skipped records">
          <h3 className="pb-1 font-semibold">Skipped records</h3>
          <ul className="flex flex-col gap-1 text-sm">
            {reasons.map(({ locator, reason }, index) => (
              // One page can skip several records for the same reason.
              <li key={`${locator} ${index}`} className="wrap-anywhere">
                <span className="text-muted">{locator}:</span> {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Count({ term, value }: { term: string; value: number }) {
  return (
    <div className="flex justify-between gap-2">
      <dt className="text-muted">{term}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

function PageItem({ page }: { page: ScrapePage }) {
  const { url, outcome, status, records, note, rendered, dropped, droppedCount } = page;
  const { tone, word } = OUTCOMES[outcome];
  return (
    <li className="flex flex-col gap-0.5 border-t border-line py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone={tone}>{word}</Status>
        <span className="tabular-nums">{formatCounted(records, "record")}</span>
        {status !== null && status !== 200 && <span className="text-muted">HTTP {status}</span>}
        {rendered && <span className="text-muted">rendered</span>}
      </div>
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        title={url}
        className="line-clamp-2 text-link underline-offset-2 wrap-anywhere hover:underline"
      >
        {url}
      </a>
      {note !== "" && <p className="wrap-anywhere text-muted">{note}</p>}
      {droppedCount > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{formatCount(droppedCount)} skipped</summary>
          <ul className="flex flex-col gap-0.5 pt-1 pl-4">
            {dropped.map(({ value, reason }) => (
              <li key={`${value} ${reason}`} className="wrap-anywhere">
                {value} <span className="text-muted">– {reason}</span>
              </li>
            ))}
            {droppedCount > dropped.length && (
              <li className="text-muted">and {formatCount(droppedCount - dropped.length)} more</li>
            )}
          </ul>
        </details>
      )}
    </li>
  );
}
