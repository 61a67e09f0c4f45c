import { useSetUpFacts } from "#web/api/set-up.ts";
import type { SetUp } from "#web/screens/dashboard/set-up.ts";

/** How far the product is set up; "loading" until all of it is known, "unknown" when some of it cannot be read. */
export function useSetUp(): SetUp | "loading" | "unknown" {
  const facts = useSetUpFacts();
  if (facts === "loading") return "loading";
  if ("error" in facts) return "unknown";
  const { sources, rules, stats, status } = facts;
  return {
    source: sources.length > 0,
    rule: rules.length > 0,
    leads: stats.totalLeads > 0,
    report: status.email.lastReport !== null,
  };
}
