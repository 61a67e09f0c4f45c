import type { Funnel, LeadsOverTime, ScoreDistribution } from "#shared/contract/dashboard.ts";
import { countsAsQualified } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { lastDays } from "#server/features/reports/content/zoned-days.ts";
import type { Store } from "#server/db/store.ts";

type Leads = Pick<Store, "leads">;

/**
 * Leads by source for each of the last `days` calendar days in a time zone, which isTimeZone must accept; today is
 * last.
 */
export async function leadsOverTime(
  { leads }: Leads,
  now: Date,
  days: number,
  timeZone: string,
): Promise<LeadsOverTime> {
  const span = lastDays(now, days, timeZone);
  const bySource = await leads.createdBySource([
    ...span.map(({ from }) => from),
    ...span.slice(-1).map(({ to }) => to),
  ]);
  return { days: span.map(({ day }, index) => ({ day, bySource: bySource[index] ?? {} })) };
}

/** How many leads have each score from 0 to 100, and the threshold they are qualified at. */
export async function scoreDistribution({ leads }: Leads, threshold: number): Promise<ScoreDistribution> {
  const counts = Array.from({ length: LIMITS.score.max + 1 }, () => 0);
  for (const { score, count } of await leads.scoreTotals()) counts[score] = (counts[score] ?? 0) + count;
  return { threshold, counts };
}

/** The lead funnel, from the counters of scores. */
export async function funnel({ leads }: Leads): Promise<Funnel> {
  const stages: Funnel = { received: 0, matched: 0, qualified: 0, approved: 0 };
  for (const { score, status, count } of await leads.scoreTotals()) {
    const isQualified = countsAsQualified(status);
    stages.received += count;
    if (score > 0 || isQualified) stages.matched += count;
    if (isQualified) stages.qualified += count;
    if (status === "approved") stages.approved += count;
  }
  return stages;
}
