import { useQuery } from "@tanstack/react-query";
import { RefreshCw, X } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { DataSource } from "#shared/contract/data-source.ts";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { dataSourcesQuery, latestSync } from "#web/api/data-sources.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { paths } from "#web/paths.ts";
import { ActionNote } from "#web/ui/action-note.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

interface SyncActionProps {
  label?: string;
  variant?: "primary" | "secondary";
  /** Success message for the number of rows read. */
  succeeded?: (processed: number) => string;
}

/** Syncs every active source; without one, links to where to connect one. */
export function SyncAction({ label = "Sync Leads Now", variant = "primary", succeeded }: SyncActionProps) {
  const { data: sources } = useQuery(dataSourcesQuery);
  const sync = useSyncLeads(succeeded);
  const navigate = useNavigate();
  const nothingToSync = sources !== undefined && !sources.some(({ isActive }) => isActive);
  const press = (): void => {
    if (nothingToSync) void navigate(paths.dataSources());
    else void sync.run();
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Button
        variant={variant}
        icon={<RefreshCw aria-hidden />}
        busy={sync.running}
        busyLabel="Syncing..."
        onClick={press}
      >
        {label}
      </Button>
      <ActionNote>
        {sync.running ? (
          <SyncProgress onCancel={sync.cancel} />
        ) : (
          sources !== undefined && <SourcesNote sources={sources} />
        )}
      </ActionNote>
    </div>
  );
}

function SyncProgress({ onCancel }: { onCancel: () => void }) {
  const progress = useProgress("sync");
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <ProgressBar label={progress?.label ?? "Starting"} done={progress?.done ?? 0} total={progress?.total ?? null} />
      </div>
      <IconButton label="Cancel sync" icon={<X aria-hidden />} onClick={onCancel} />
    </div>
  );
}

function SourcesNote({ sources }: { sources: DataSource[] }) {
  const active = sources.filter(({ isActive }) => isActive);
  if (active.length === 0) {
    return (
      <Link to={paths.dataSources()} className="text-link underline underline-offset-2">
        {sources.length === 0 ? "Connect a data source first" : "All data sources are inactive"}
      </Link>
    );
  }
  return (
    <p>
      Last sync: <RelativeTime time={latestSync(active)} absent="Never" />
    </p>
  );
}
