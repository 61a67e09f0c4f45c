import { useQuery } from "@tanstack/react-query";
import type { DashboardStats, SystemStatus } from "#shared/contract/dashboard.ts";
import type { DataSource } from "#shared/contract/data-source.ts";
import type { Rule } from "#shared/contract/rule.ts";
import { statsQuery, systemStatusQuery } from "#web/api/dashboard.ts";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { rulesQuery } from "#web/api/rules.ts";

/** What tells how far the product is set up. */
export interface SetUpFacts {
  sources: readonly DataSource[];
  rules: readonly Rule[];
  stats: DashboardStats;
  status: SystemStatus;
}

/** The facts, kept up to date; "loading" until all of them are known, or the error of one that cannot be read. */
export function useSetUpFacts(): SetUpFacts | "loading" | { error: Error; retry: () => void } {
  const sources = useQuery(dataSourcesQuery);
  const rules = useQuery(rulesQuery);
  const stats = useQuery(statsQuery);
  const status = useQuery(systemStatusQuery);
  if (sources.data && rules.data && stats.data && status.data) {
    return { sources: sources.data, rules: rules.data, stats: stats.data, status: status.data };
  }
  const failed = [sources, rules, stats, status].filter(({ isError, isFetching }) => isError && !isFetching);
  const error = failed[0]?.error;
  if (!error) return "loading";
  return { error, retry: () => failed.forEach(({ refetch }) => void refetch()) };
}
