import { useQuery } from "@tanstack/react-query";
import { Database, Plus, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { DataSource } from "#shared/contract/data-source.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { dataSourcesQuery, deleteDataSource } from "#web/api/data-sources.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { useMay } from "#web/api/use-may.ts";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { HeaderActions } from "#web/layout/header-actions.tsx";
import { Page } from "#web/layout/page.tsx";
import { ReplayCard } from "#web/screens/data-sources/replay-card.tsx";
import { SpreadsheetGuide } from "#web/screens/data-sources/spreadsheet-guide.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListSkeleton } from "#web/ui/list-skeleton.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { SourceRow } from "#web/screens/data-sources/source-row.tsx";

const loadDialog = () => import("#web/screens/data-sources/source-dialog.tsx");

export function DataSourcesScreen() {
  const query = useQuery(dataSourcesQuery);
  const { data: sources, error } = query;
  const { subject, open, close } = useDialogAddress("manage");
  const code = useLoaded({ name: "The form", load: loadDialog, isWanted: subject !== null, giveUp: close });
  const mayManage = useMay("manage");
  useEffect(() => void loadDialog().catch(() => undefined), []);

  const add = (label: ReactNode): ReactNode => (
    <IfAllowed to="manage">
      <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => open("new")}>
        {label}
      </Button>
    </IfAllowed>
  );
  return (
    <Page>
      <HeaderActions>
        {sources !== undefined &&
          sources.length > 0 &&
          add(
            <span>
              Add<span className="max-md:sr-only"> data source</span>
            </span>,
          )}
      </HeaderActions>
      {!mayManage && <Notice>Only owners can manage data sources.</Notice>}
      {sources === undefined && error !== null ? (
        <FailedCard what="data sources" query={query} />
      ) : sources === undefined ? (
        <Card flush unsized title="Data Sources" description={<Skeleton className="my-0.5 h-3.5 w-32" />}>
          <ListSkeleton what="the data sources" />
        </Card>
      ) : sources.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Database />}
            title="No data sources configured yet"
            text="Connect a spreadsheet or mailbox to bring in leads."
            action={add("Add data source")}
          />
        </Card>
      ) : (
        <Card flush title="Data Sources" description={countText(sources)} actions={<Sync sources={sources} />}>
          <SourceList sources={sources} onEdit={(id) => open({ id })} />
        </Card>
      )}
      <SpreadsheetGuide />
      <IfAllowed to="work">
        <ReplayCard />
      </IfAllowed>
      {sources !== undefined && code !== null && (
        <code.SourceDialog subject={subject} sources={sources} onClose={close} />
      )}
    </Page>
  );
}

function countText(sources: readonly DataSource[]): string {
  const active = sources.filter(({ isActive }) => isActive).length;
  return `${active} of ${sources.length} active`;
}

/** Syncs every active source; hidden without one. */
function Sync({ sources }: { sources: readonly DataSource[] }) {
  const { run, running } = useSyncLeads();
  const progress = useProgress("sync");
  const maySync = useMay("work");
  if (!maySync || !sources.some(({ isActive }) => isActive)) return null;
  return (
    <>
      <div className="h-8 w-56 max-w-full max-md:h-auto max-md:empty:hidden">
        {progress && <ProgressBar label={progress.label} done={progress.done} total={progress.total} />}
      </div>
      <Button icon={<RefreshCw aria-hidden />} busy={running} busyLabel="Syncing..." onClick={() => void run()}>
        Sync Leads Now
      </Button>
    </>
  );
}

interface SourceListProps {
  sources: readonly DataSource[];
  onEdit: (id: string) => void;
}

function SourceList({ sources, onEdit }: SourceListProps) {
  const [deleting, setDeleting] = useState<DataSource | null>(null);
  return (
    <>
      <ul aria-label="Data sources">
        {sources.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            onEdit={() => onEdit(source.id)}
            onDelete={() => setDeleting(source)}
          />
        ))}
      </ul>
      <RemoveDialog
        item={deleting}
        mutation={deleteDataSource}
        words={({ name }) => ({
          title: "Delete this data source?",
          description: (
            <>
              “<bdi>{name}</bdi>” and its credentials are deleted. Its leads stay. You can undo this for 90 days.
            </>
          ),
          confirmLabel: "Delete data source",
          done: "Data source deleted successfully",
          failed: "Failed to delete data source",
        })}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}
