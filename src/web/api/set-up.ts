import { useQuery } from "@tanstack/react-query";
import type { DashboardStats, SystemStatus } from "#shared/contract/dashboard.ts";
import type { DataSource } from "#shared/contract/data-source.ts";
import type { Rule } from "#shared/contract/rule.ts";
import type { SampleLeads } from "#shared/contract/leads/sample-leads.ts";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { statsQuery, systemStatusQuery } from "#web/api/dashboard.ts";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { rulesQuery } from "#web/api/rules.ts";
import { sampleLeadsQuery } from "#web/api/leads/sample-leads.ts";
import { scrapeTargetsQuery } from "#web/api/scrape-targets.ts";

/** The data that setup progress is computed from. */
export interface SetUpFacts {
  sources: readonly DataSource[];
  targets: readonly ScrapeTarget[];
  rules: readonly Rule[];
  stats: DashboardStats;
  status: SystemStatus;
  sample: SampleLeads;
}

/** The live data; "loading" until complete, or the error if a part fails. */
export function useSetUpFacts(): SetUpFacts | "loading" | { error: Error; retry: () => void } {
  const sources = useQuery(dataSourcesQuery);
  const targets = useQuery(scrapeTargetsQuery);
  const rules = useQuery(rulesQuery);
  const stats = useQuery(statsQuery);
  const status = useQuery(systemStatusQuery);
  const sample = useQuery(sampleLeadsQuery);
  if (sources.data && targets.data && rules.data && stats.data && status.data && sample.data) {
    return {
      sources: sources.data,
      targets: targets.data,
      rules: rules.data,
      stats: stats.data,
      status: status.data,
      sample: sample.data,
    };
  }
  const all = [sources, targets, rules, stats, status, sample];
  const failed = all.filter(({ isError, isFetching }) => isError && !isFetching);
  const error = failed[0]?.error;
  if (!error) return "loading";
  return { error, retry: () => failed.forEach(({ refetch }) => void refetch()) };
}

/** Leads from anywhere but the sample: a sheet, file, email, form or website, or added by hand. */
export function ownLeads({ stats, sample }: Pick<SetUpFacts, "stats" | "sample">): number {
  return Math.max(0, stats.totalLeads - sample.leads);
}
