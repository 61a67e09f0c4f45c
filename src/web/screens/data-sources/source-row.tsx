import { Pencil, PlugZap, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { DataSource, SyncRun } from "#shared/contract/data-source.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { updateDataSource } from "#web/api/data-sources.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { CONNECTIONS } from "#web/screens/data-sources/connections.tsx";
import { TestOutcome } from "#web/screens/data-sources/test-outcome.tsx";
import { useTestSource } from "#web/screens/data-sources/use-test-source.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { ActiveStatus, Status } from "#web/ui/status.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { dataSourceFacts } from "#shared/source-kinds.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { countsInWords, waitingInWords } from "#web/screens/data-sources/counts-in-words.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";

interface SourceRowProps {
  source: DataSource;
  onEdit: () => void;
  onDelete: () => void;
}

/** A data source with its last sync and its actions. */
export function SourceRow({ source, onEdit, onDelete }: SourceRowProps) {
  const { id, name, type, config, isActive, lastSync, failingSince } = source;
  const { term, Place } = CONNECTIONS[type];
  const headingId = useId();
  const updating = useAction(updateDataSource);
  const test = useTestSource();
  const toggle = (): Promise<boolean> =>
    updating.run(
      { params: { id }, body: { isActive: !isActive } },
      { done: "Data source updated successfully", failed: "Failed to update data source" },
    );
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
          </div>
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            <Fact term="Type">{sourceName(type)}</Fact>
            <Fact term="Last sync">
              <RelativeTime time={lastSync} absent="Never" />
            </Fact>
            <Fact term={term}>
              <Place config={config} />
            </Fact>
            {isActive && failingSince !== null && (
              <Fact term="Failing since">
                <Moment time={failingSince} />
              </Fact>
            )}
          </dl>
          <LastRun source={source} />
        </div>
        <IfAllowed to="manage">
          <div className="flex items-center gap-1">
            <Button
              size="small"
              icon={<PlugZap aria-hidden />}
              busy={test.isTesting}
              busyLabel="Testing..."
              onClick={() => void test.run({ id, type, config: {} })}
            >
              Test connection<span className="sr-only"> to {name}</span>
            </Button>
            <Switch
              aria-label={`${name} is active`}
              checked={isActive}
              onChange={() => void toggle()}
              className="mx-3"
            />
            <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden />} onClick={onEdit} />
            <IconButton label={`Delete ${name}`} icon={<Trash2 aria-hidden />} tone="danger" onClick={onDelete} />
          </div>
        </IfAllowed>
      </div>
      {test.outcome !== null && (
        <div className="mt-3">
          <TestOutcome outcome={test.outcome} onDismiss={test.clear} />
        </div>
      )}
    </li>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The outcome of a source's last sync, with skipped rows. */
function LastRun({ source: { type, lastRun } }: { source: Pick<DataSource, "type" | "lastRun"> }) {
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
    <Disclosure small title={`Why ${formatCounted(total, `${one} was`, `${many} were`)} skipped`}>
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
    </Disclosure>
  );
}
