import { useQuery } from "@tanstack/react-query";
import { History, ListFilter, Users } from "lucide-react";
import { statsQuery } from "#web/api/dashboard.ts";
import { dataSourcesQuery, latestSync } from "#web/api/data-sources.ts";
import { formatCount } from "#web/format/number.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { StatCard } from "#web/ui/stat-card.tsx";

/** Shown for figures that failed to load, instead of 0. */
const UNKNOWN = "N/A";

export function SystemOverview() {
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
