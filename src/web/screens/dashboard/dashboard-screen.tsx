import { SampleBar } from "#web/actions/sample-bar.tsx";
import { Page } from "#web/layout/page.tsx";
import { LazyFigures } from "#web/screens/dashboard/figures/lazy-figures.tsx";
import { GettingStarted } from "#web/screens/dashboard/getting-started.tsx";
import { NextStepsCard } from "#web/screens/dashboard/next-steps-card.tsx";
import { PipelineCard } from "#web/screens/dashboard/pipeline-card.tsx";
import { QualifiedLeadsPanel } from "#web/screens/dashboard/qualified-leads-panel.tsx";
import { QuickActions } from "#web/screens/dashboard/quick-actions.tsx";
import { RecentActivity } from "#web/screens/dashboard/recent-activity.tsx";
import { RecentLeads } from "#web/screens/dashboard/recent-leads.tsx";
import { StatCards } from "#web/screens/dashboard/stat-cards.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { systemStatusQuery } from "#web/api/dashboard.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { type StatusRow, statusRows } from "#web/screens/dashboard/status-rows.ts";
import { Card } from "#web/ui/card.tsx";
import { useNow } from "#web/ui/now.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { Status } from "#web/ui/status.tsx";

export function DashboardScreen() {
  return (
    <Page>
      <SampleBar />
      <GettingStarted />
      <StatCards />
      <div className="grid gap-6 max-md:gap-4 md:grid-cols-2 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <PipelineCard className="md:max-xl:col-span-2" />
        <QuickActions />
        <SystemStatusCard />
      </div>
      <NextStepsCard />
      <RecentLeads />
      <div className="grid gap-6 max-md:gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <RecentActivity />
        <QualifiedLeadsPanel />
      </div>
      <LazyFigures />
    </Page>
  );
}

/** What works and what doesn't; each row links to where to fix it. */
function SystemStatusCard() {
  const status = useQuery(systemStatusQuery);
  const now = useNow();
  return (
    <Card title="System Status">
      {status.data !== undefined ? (
        <ul className="-mx-2 flex flex-col gap-1">
          {statusRows(status.data, now).map((row) => (
            <li key={row.label}>
              <StatusLine {...row} />
            </li>
          ))}
        </ul>
      ) : status.isError ? (
        <QueryFailed what="the system status" query={status} />
      ) : (
        <StatusSkeleton />
      )}
    </Card>
  );
}

function StatusLine({ label, word, tone, detail, path }: StatusRow) {
  return (
    <Link to={path} className="flex min-h-16 flex-col justify-center gap-0.5 rounded-md px-2 py-1 hover:bg-hover">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="font-semibold">{label} </span>
        <Status tone={tone}>{word}</Status>
      </span>
      <span className="text-sm wrap-anywhere text-muted">{detail}</span>
    </Link>
  );
}

function StatusSkeleton() {
  return (
    <div className="flex flex-col gap-1">
      <LoadingNote what="the system status" />
      {["sheets", "email", "sync"].map((row) => (
        <div key={row} className="flex h-16 flex-col justify-center gap-1.5">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      ))}
    </div>
  );
}
