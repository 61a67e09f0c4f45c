import { useQuery } from "@tanstack/react-query";
import { Download, History, ListFilter, ShieldCheck, Users } from "lucide-react";
import { Link } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { LockedForm } from "#web/actions/locked-form.tsx";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { exportFileName, useExportLeads } from "#web/actions/use-export-leads.ts";
import { statsQuery } from "#web/api/dashboard.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { Page } from "#web/layout/page.tsx";
import { ThemeChoice } from "#web/layout/theme-choice.tsx";
import { paths } from "#web/paths.ts";
import { ConfigurationForm } from "#web/screens/configuration/configuration-form.tsx";
import { LeadFieldsCard } from "#web/screens/configuration/lead-fields/lead-fields-card.tsx";
import { TagsCard } from "#web/screens/configuration/tags/tags-card.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { dataSourcesQuery, latestSync } from "#web/api/data-sources.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { StatCard } from "#web/ui/stat-card.tsx";

const SECURITY_NOTES = [
  "Passwords, API keys and service accounts are encrypted and never shown again.",
  "Everyone must sign in. Before the first account exists, only this computer can reach Winnow.",
  "Anyone with the webhook URL can submit leads but not read them.",
  "Leads aren't encrypted. Protect the data folder, the database and backups.",
] as const;

const EXPORT_WORDS = { success: "Data export completed successfully", failure: "Failed to export data" };

export function ConfigurationScreen() {
  const query = useQuery(settingsQuery);
  const { data: settings, error } = query;
  return (
    <Page>
      <SystemOverview />
      <div className="grid items-start gap-6 max-md:gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        {settings !== undefined ? (
          <div className="min-w-0">
            <LockedForm permission="manage">
              <ConfigurationForm settings={settings} />
            </LockedForm>
          </div>
        ) : error === null ? (
          <ConfigurationSkeleton />
        ) : (
          <FailedCard what="settings" query={query} />
        )}
        <div className="flex flex-col gap-6 max-md:gap-4">
          <AppearanceCard />
          <TagsCard />
          <LeadFieldsCard />
          <DataExport />
          <HistoryCard />
          <SecurityNotes />
        </div>
      </div>
    </Page>
  );
}

/** Applies immediately and only in this browser, so it isn't part of the form. */
function AppearanceCard() {
  return (
    <Card title="Appearance" description="Light by default, dark if your system prefers it.">
      <ThemeChoice withWords />
    </Card>
  );
}

function HistoryCard() {
  return (
    <Card title="History" description={`Undo changes for up to ${LIMITS.journal.undoDays} days.`}>
      <Link to={paths.history()} className={buttonClass("secondary")}>
        <History aria-hidden />
        Open history
      </Link>
    </Card>
  );
}

function ConfigurationSkeleton() {
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <LoadingNote what="the settings" />
      {[
        { title: "Lead processing", fields: 1 },
        { title: "Sync", fields: 3 },
        { title: "Follow-up", fields: 2 },
        { title: "Notifications", fields: 5 },
      ].map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className="flex flex-col gap-5">
            {Array.from({ length: fields }, (_, field) => (
              <div key={field} className="flex flex-col gap-1.5">
                <Skeleton className="h-5 w-40" />
                <Skeleton className="h-9 w-full touch:h-11" />
              </div>
            ))}
          </div>
        </Card>
      ))}
    </div>
  );
}

/** Exports every lead in every status. */
function DataExport() {
  const backup = useExportLeads(EXPORT_WORDS);
  const { data: stats } = useQuery(statsQuery);
  const download = (): void =>
    void backup.run({ filter: { status: "all" }, fileName: exportFileName("leads-backup", new Date()) });
  return (
    <Card
      title="Data export"
      description={`Download ${stats === undefined ? "all leads" : `all ${formatCounted(stats.totalLeads, "lead")}`} as a CSV file.`}
    >
      <div className="flex flex-col items-start gap-2">
        <Button icon={<Download aria-hidden />} busy={backup.running} busyLabel="Exporting..." onClick={download}>
          Export all data
        </Button>
        <p className="text-sm text-muted">Rules, sources and settings aren't included.</p>
      </div>
    </Card>
  );
}

function SecurityNotes() {
  return (
    <Card title="Security">
      <ul className="flex flex-col gap-3 text-sm">
        {SECURITY_NOTES.map((note) => (
          <li key={note} className="flex gap-2 text-pretty">
            <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {note}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Shown for figures that failed to load, instead of 0. */
const UNKNOWN = "N/A";

function SystemOverview() {
  const { data: stats, isError } = useQuery(statsQuery);
  const { data: sources, isError: hasNoSources } = useQuery(dataSourcesQuery);
  const count = (value: number | undefined): string | undefined => {
    if (value !== undefined) return formatCount(value);
    return isError ? UNKNOWN : undefined;
  };
  const lastSync =
    sources !== undefined ? (
      <RelativeTime time={latestSync(sources)} absent="Never" />
    ) : hasNoSources ? (
      UNKNOWN
    ) : undefined;
  return (
    <section
      aria-label="System overview"
      className="grid gap-4 max-sm:grid-cols-2 max-sm:*:last:col-span-2 sm:grid-cols-3"
    >
      <StatCard title="Total Leads" value={count(stats?.totalLeads)} icon={<Users aria-hidden />} hasTrend={false} />
      <StatCard
        title="Active Rules"
        value={count(stats?.activeRules)}
        icon={<ListFilter aria-hidden />}
        hasTrend={false}
      />
      <StatCard title="Last Sync" value={lastSync} icon={<History aria-hidden />} hasTrend={false} />
    </section>
  );
}
