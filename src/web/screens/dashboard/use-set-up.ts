import { useQuery } from "@tanstack/react-query";
import { statsQuery, systemStatusQuery } from "#web/api/dashboard.ts";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { rulesQuery } from "#web/api/rules.ts";
import type { SetUp } from "#web/screens/dashboard/set-up.ts";

/** How far the product is set up; "loading" until all of it is known, "unknown" when some of it cannot be read. */
export function useSetUp(): SetUp | "loading" | "unknown" {
  const sources = useQuery(dataSourcesQuery);
  const rules = useQuery(rulesQuery);
  const stats = useQuery(statsQuery);
  const status = useQuery(systemStatusQuery);
  if (sources.data && rules.data && stats.data && status.data) {
    return {
      source: sources.data.length > 0,
      rule: rules.data.length > 0,
      leads: stats.data.totalLeads > 0,
      report: status.data.email.lastReport !== null,
    };
  }
  return [sources, rules, stats, status].some(({ isError }) => isError) ? "unknown" : "loading";
}
