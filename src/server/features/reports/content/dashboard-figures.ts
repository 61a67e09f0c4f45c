import type { DashboardStats, Pipeline, Trend } from "#shared/contract/dashboard.ts";
import { latestWindow } from "#server/platform/calendar-window.ts";
import type { StatusTotals } from "#server/db/leads/lead-totals.ts";
import type { Store } from "#server/db/store.ts";

/** A time span from `from` (inclusive) to `to` (exclusive), in ISO 8601 UTC. */
export interface Span {
  from: string;
  to: string;
}

/**
 * The figures of the dashboard's cards at the time `now`; `activeRules` is the number of active rules, and months are
 * those of the time zone.
 */
export async function dashboardStats(
  store: Pick<Store, "leads">,
  now: Date,
  activeRules: number,
  timeZone: string,
): Promise<DashboardStats> {
  const spans = comparedSpans(now, timeZone);
  const [totals, current, previous] = await Promise.all([
    store.leads.totals(),
    store.leads.totalsCreatedBetween(spans.current.from, spans.current.to),
    store.leads.totalsCreatedBetween(spans.previous.from, spans.previous.to),
  ]);
  return {
    totalLeads: sum(totals),
    qualifiedLeads: qualified(totals),
    conversionRate: oneDecimal(conversion(totals)),
    activeRules,
    trends: trendsBetween(previous, current),
  };
}

/**
 * Every lead in one of four stages; pending leads count as processing while a rescore is running or a question to them
 * is open.
 */
export async function pipeline(store: Pick<Store, "leads" | "settings" | "followUps">): Promise<Pipeline> {
  const [totals, rescore, asked] = await Promise.all([
    store.leads.totals(),
    store.settings.rescoreState(),
    store.followUps.countPendingInProgress(),
  ]);
  const processing = rescore.running === null ? Math.min(asked, totals.pending) : totals.pending;
  return {
    incoming: totals.pending - processing,
    processing,
    qualified: qualified(totals),
    rejected: totals.rejected,
  };
}

/**
 * This calendar month to date, and the same elapsed time of last month, at most to its end (on 31 March the span of
 * February is all of February).
 */
export function comparedSpans(now: Date, timeZone: string): { current: Span; previous: Span } {
  const { from: previous, to: start } = latestWindow("monthly", now, { timeZone, hour: 0 });
  const previousEnd = Math.min(previous.getTime() + (now.getTime() - start.getTime()), start.getTime());
  return {
    current: { from: start.toISOString(), to: now.toISOString() },
    previous: { from: previous.toISOString(), to: new Date(previousEnd).toISOString() },
  };
}

/**
 * The changes from last month: counts in percent, the conversion rate in percentage points, each signed and to one
 * decimal. Null if the earlier span has nothing to compare with.
 */
export function trendsBetween(previous: StatusTotals, current: StatusTotals): DashboardStats["trends"] {
  return {
    totalLeads: percentTrend(sum(previous), sum(current)),
    qualifiedLeads: percentTrend(qualified(previous), qualified(current)),
    conversionRate: sum(previous) === 0 ? null : trendOf(conversion(current) - conversion(previous)),
  };
}

function percentTrend(before: number, after: number): Trend | null {
  return before === 0 ? null : trendOf((100 * (after - before)) / before);
}

function trendOf(change: number): Trend {
  const percentage = oneDecimal(change);
  return { direction: percentage > 0 ? "up" : percentage < 0 ? "down" : "flat", percentage };
}

/** 100 × qualified / all; 0 without leads. */
function conversion(totals: StatusTotals): number {
  const all = sum(totals);
  return all === 0 ? 0 : (100 * qualified(totals)) / all;
}

function qualified(totals: StatusTotals): number {
  return totals.qualified + totals.approved;
}

function sum(totals: StatusTotals): number {
  return totals.pending + totals.qualified + totals.approved + totals.rejected;
}

/** Rounds halves away from zero, so that a fall and a rise of the same size read the same; never minus zero. */
function oneDecimal(value: number): number {
  const tenths = Math.round(Math.abs(value) * 10);
  return tenths === 0 ? 0 : (Math.sign(value) * tenths) / 10;
}
