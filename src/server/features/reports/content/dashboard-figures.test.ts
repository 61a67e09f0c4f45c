import { describe, expect, test } from "vitest";
import {
  comparedSpans,
  dashboardStats,
  pipeline,
  trendsBetween,
} from "#server/features/reports/content/dashboard-figures.ts";
import type { FollowUpStore } from "#server/db/follow-ups/follow-ups.ts";
import type { RescoreState, SettingsStore } from "#server/db/rules/settings.ts";
import type { StatusTotals } from "#server/db/leads/lead-totals.ts";
import type { LeadStore } from "#server/db/lead-changes/leads.ts";

const totals = (more: Partial<StatusTotals> = {}): StatusTotals => ({
  pending: 0,
  qualified: 0,
  approved: 0,
  rejected: 0,
  ...more,
});

describe("the compared spans", () => {
  test.each([
    ["in the middle of a month", "2026-11-20T10:06:00.000Z", "2026-11-01", "2026-10-01", "2026-10-20T10:06:00.000Z"],
    ["at a month's first moment", "2026-11-01T00:00:00.000Z", "2026-11-01", "2026-10-01", "2026-10-01T00:00:00.000Z"],
    ["after a shorter month", "2026-03-31T12:00:00.000Z", "2026-03-01", "2026-02-01", "2026-03-01T00:00:00.000Z"],
    ["a leap year's 29 March", "2028-03-29T12:00:00.000Z", "2028-03-01", "2028-02-01", "2028-02-29T12:00:00.000Z"],
    ["another year's 29 March", "2027-03-29T12:00:00.000Z", "2027-03-01", "2027-02-01", "2027-03-01T00:00:00.000Z"],
    [
      "the end of a month after one of 31 days",
      "2026-02-28T23:59:59.999Z",
      "2026-02-01",
      "2026-01-01",
      "2026-01-28T23:59:59.999Z",
    ],
    ["across the year", "2026-01-15T08:30:00.000Z", "2026-01-01", "2025-12-01", "2025-12-15T08:30:00.000Z"],
  ])("%s", (_name, now, start, previousStart, previousEnd) => {
    expect(comparedSpans(new Date(now), "UTC")).toEqual({
      current: { from: `${start}T00:00:00.000Z`, to: now },
      previous: { from: `${previousStart}T00:00:00.000Z`, to: previousEnd },
    });
  });

  test.each([
    ["America/New_York", "2026-12-01T01:00", "2026-11-01T04:00", "2026-10-01T04:00"],
    ["Asia/Tokyo", "2026-11-30T22:00", "2026-11-30T15:00", "2026-10-31T15:00"],
  ])("months of %s", (timeZone, at, start, previousStart) => {
    const now = `${at}:00.000Z`;
    expect(comparedSpans(new Date(now), timeZone)).toMatchObject({
      current: { from: `${start}:00.000Z`, to: now },
      previous: { from: `${previousStart}:00.000Z` },
    });
  });
});

describe("trends", () => {
  const up = (percentage: number) => ({ direction: "up", percentage });
  const down = (percentage: number) => ({ direction: "down", percentage });
  const flat = { direction: "flat", percentage: 0 };

  test.each([
    [
      "200 leads of which 110, then 225 of which 119",
      totals({ pending: 80, rejected: 10, qualified: 100, approved: 10 }),
      totals({ pending: 106, qualified: 19, approved: 100 }),
      { totalLeads: up(12.5), qualifiedLeads: up(8.2), conversionRate: down(-2.1) },
    ],
    [
      "the same twice",
      totals({ pending: 1, qualified: 1 }),
      totals({ pending: 1, qualified: 1 }),
      { totalLeads: flat, qualifiedLeads: flat, conversionRate: flat },
    ],
    [
      "nothing last month",
      totals(),
      totals({ qualified: 5 }),
      { totalLeads: null, qualifiedLeads: null, conversionRate: null },
    ],
    [
      "none qualified last month",
      totals({ pending: 4 }),
      totals({ qualified: 5 }),
      { totalLeads: up(25), qualifiedLeads: null, conversionRate: up(100) },
    ],
    [
      "nothing this month",
      totals({ qualified: 1, pending: 1 }),
      totals(),
      { totalLeads: down(-100), qualifiedLeads: down(-100), conversionRate: down(-50) },
    ],
    [
      "a change too small to show",
      totals({ pending: 100_000, qualified: 100_000 }),
      totals({ pending: 99_999, qualified: 99_999 }),
      { totalLeads: flat, qualifiedLeads: flat, conversionRate: flat },
    ],
    [
      "a half rounds away from zero, down",
      totals({ qualified: 2_000 }),
      totals({ qualified: 1_999 }),
      { totalLeads: down(-0.1), qualifiedLeads: down(-0.1), conversionRate: flat },
    ],
    [
      "and up",
      totals({ qualified: 2_000 }),
      totals({ qualified: 2_001 }),
      { totalLeads: up(0.1), qualifiedLeads: up(0.1), conversionRate: flat },
    ],
  ])("%s", (_name, previous, current, trends) => {
    expect(trendsBetween(previous, current)).toEqual(trends);
  });
});

function storeWith(
  all: StatusTotals,
  between: Record<string, StatusTotals> = {},
  { running = null, asked = 0 }: { running?: number | null; asked?: number } = {},
) {
  const leads: Pick<LeadStore, "totals" | "totalsCreatedBetween"> = {
    totals: () => Promise.resolve(all),
    totalsCreatedBetween: (from, to) => Promise.resolve(between[`${from}/${to}`] ?? totals()),
  };
  const rescore: RescoreState = { wanted: 2, done: 1, running, cursor: null, doneRules: null };
  const settings: Pick<SettingsStore, "rescoreState"> = { rescoreState: () => Promise.resolve(rescore) };
  const followUps: Pick<FollowUpStore, "countPendingInProgress"> = {
    countPendingInProgress: () => Promise.resolve(asked),
  };
  return {
    leads: leads as LeadStore,
    settings: settings as SettingsStore,
    followUps: followUps as FollowUpStore,
  };
}

test("the cards count all leads, and the trends the two spans", async () => {
  const store = storeWith(totals({ pending: 1, qualified: 3, approved: 2, rejected: 3 }), {
    "2026-11-01T00:00:00.000Z/2026-11-20T10:00:00.000Z": totals({ qualified: 3 }),
    "2026-10-01T00:00:00.000Z/2026-10-20T10:00:00.000Z": totals({ pending: 1, qualified: 1 }),
  });
  expect(await dashboardStats(store, new Date("2026-11-20T10:00:00Z"), 4, "UTC")).toEqual({
    totalLeads: 9,
    qualifiedLeads: 5,
    conversionRate: 55.6,
    activeRules: 4,
    trends: {
      totalLeads: { direction: "up", percentage: 50 },
      qualifiedLeads: { direction: "up", percentage: 200 },
      conversionRate: { direction: "up", percentage: 50 },
    },
  });
});

test("an empty product has a conversion rate of 0 and no trends", async () => {
  expect(await dashboardStats(storeWith(totals()), new Date("2026-11-20T10:00:00Z"), 0, "UTC")).toEqual({
    totalLeads: 0,
    qualifiedLeads: 0,
    conversionRate: 0,
    activeRules: 0,
    trends: { totalLeads: null, qualifiedLeads: null, conversionRate: null },
  });
});

test.each([
  ["at rest", {}, { incoming: 4, processing: 0, qualified: 5, rejected: 1 }],
  ["while some are asked", { asked: 3 }, { incoming: 1, processing: 3, qualified: 5, rejected: 1 }],
  ["while a rescore runs", { running: 2, asked: 1 }, { incoming: 0, processing: 4, qualified: 5, rejected: 1 }],
])("the pipeline divides all leads, %s", async (_name, underWay, expected) => {
  const all = totals({ pending: 4, qualified: 3, approved: 2, rejected: 1 });
  expect(await pipeline(storeWith(all, {}, underWay))).toEqual(expected);
});
