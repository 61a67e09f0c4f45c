import { ChevronRight } from "lucide-react";
import type { DataSource, SyncRun } from "#shared/contract/data-source.ts";
import { dataSourceFacts } from "#shared/source-kinds.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { CONNECTIONS } from "#web/screens/data-sources/connections.tsx";
import { countsInWords, waitingInWords } from "#web/screens/data-sources/counts-in-words.ts";

/** The outcome of a source's last sync, with skipped rows. */
export function LastRun({ source: { type, lastRun } }: { source: Pick<DataSource, "type" | "lastRun"> }) {
  if (lastRun === null) return <p className="text-sm text-muted">Not synced yet.</p>;
  const { outcome, message, reasons } = lastRun;
  if (outcome === "running") return <p className="text-sm text-muted">Sync in progress.</p>;
  if (outcome === "failed")
    return (
      <p className="text-sm wrap-anywhere">
        <span className="font-semibold text-danger-ink">The last sync failed.</span> {message}
      </p>
    );
  if (outcome === "interrupted")
    return (
      <p className="text-sm wrap-anywhere">
        <span className="font-semibold">The last sync was interrupted.</span>{" "}
        {message || "The next sync continues from there."}
      </p>
    );
  const { AfterRun } = CONNECTIONS[type];
  return (
    <>
      <p className="text-sm tabular-nums">
        {countsInWords(lastRun, type)}
        {waitingInWords(lastRun.waiting ?? 0, type)}
      </p>
      {reasons.length > 0 && <Skipped run={lastRun} type={type} />}
      {AfterRun !== undefined && lastRun.seen > 0 && <AfterRun run={lastRun} />}
    </>
  );
}

function Skipped({ run: { reasons, skipped, failed }, type }: { run: SyncRun; type: DataSource["type"] }) {
  const total = skipped + failed;
  const [one, many] = dataSourceFacts(type).items;
  return (
    <details className="group text-sm">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm text-link hover:underline touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform duration-120 group-open:rotate-90" />
        Why {formatCounted(total, `${one} was`, `${many} were`)} skipped
      </summary>
      <ul className="mt-2 flex max-h-64 flex-col gap-1 overflow-y-auto border-l-2 border-line pl-3">
        {reasons.map(({ locator, reason }) => (
          <li key={locator} className="wrap-anywhere">
            <span className="text-muted">{locator}:</span> {reason}
          </li>
        ))}
        {total > reasons.length && (
          <li className="text-muted">
            and {formatCount(total - reasons.length)} more {many}
          </li>
        )}
      </ul>
    </details>
  );
}
