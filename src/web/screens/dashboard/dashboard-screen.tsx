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
import { SystemStatusCard } from "#web/screens/dashboard/system-status-card.tsx";

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
