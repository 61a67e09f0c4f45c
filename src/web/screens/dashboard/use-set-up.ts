import { ownLeads, useSetUpFacts } from "#web/api/set-up.ts";
import type { SetUp } from "#web/screens/dashboard/set-up.ts";

/** Setup progress; "loading" until complete, "unknown" if a part fails to load. */
export function useSetUp(): SetUp | "loading" | "unknown" {
  const facts = useSetUpFacts();
  if (facts === "loading") return "loading";
  if ("error" in facts) return "unknown";
  const { sources, targets, rules, stats, status } = facts;
  return {
    source: sources.length > 0 || targets.some(({ lastScrape }) => lastScrape !== null) || ownLeads(facts) > 0,
    rule: rules.length > 0,
    leads: stats.totalLeads > 0,
    report: status.email.lastReport !== null,
  };
}
