import { useQuery } from "@tanstack/react-query";
import { ListFilter, Percent, UserCheck, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { DashboardStats } from "#shared/contract/dashboard.ts";
import { statsQuery } from "#web/api/dashboard.ts";
import { formatCount, formatPercent } from "#web/format/number.ts";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { StatCard } from "#web/ui/stat-card.tsx";

interface StatLook {
  title: string;
  icon: ReactNode;
  value: (stats: DashboardStats) => string;
  trend?: keyof DashboardStats["trends"];
}

/** The title needs the room more than the icon does. */
const ROOMY = "max-sm:hidden lg:max-xl:hidden";

const STATS: readonly StatLook[] = [
  {
    title: "Total Leads",
    icon: <Users className={ROOMY} />,
    value: (stats) => formatCount(stats.totalLeads),
    trend: "totalLeads",
  },
  {
    title: "Qualified Leads",
    icon: <UserCheck className={ROOMY} />,
    value: (stats) => formatCount(stats.qualifiedLeads),
    trend: "qualifiedLeads",
  },
  {
    title: "Conversion Rate",
    icon: <Percent className={ROOMY} />,
    value: (stats) => formatPercent(stats.conversionRate),
    trend: "conversionRate",
  },
  {
    title: "Active Rules",
    icon: <ListFilter className={ROOMY} />,
    value: (stats) => formatCount(stats.activeRules),
  },
];

/** Four figures, each with its change since last month if there is data. */
export function StatCards() {
  const stats = useQuery(statsQuery);
  const { data } = stats;
  if (data === undefined && stats.isError) {
    return <FailedCard what="the metrics" query={stats} />;
  }
  return (
    <div className="grid gap-6 max-md:gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-4">
      {STATS.map(({ title, icon, value, trend }) => {
        const change = trend && data?.trends?.[trend];
        return (
          <StatCard
            key={title}
            title={title}
            icon={icon}
            value={data && value(data)}
            trend={change ? { ...change, label: "vs last month" } : null}
          />
        );
      })}
    </div>
  );
}
