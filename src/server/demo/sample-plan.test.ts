import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleLeads, type SampleLead } from "#server/demo/sample-leads.ts";
import { planSample, type SamplePlan } from "#server/demo/sample-plan.ts";
import { comparedSpans, trendsBetween, type Span } from "#server/reports/dashboard-figures.ts";
import type { StatusTotals } from "#server/store/types.ts";
import type { LeadStatus } from "#shared/lead-status.ts";

const HOUR = 3_600_000;
const PROMISED = {
  totalLeads: { direction: "up", percentage: 12.5 },
  qualifiedLeads: { direction: "up", percentage: 8.2 },
  conversionRate: { direction: "down", percentage: -2.1 },
};
const sample = sampleLeads();

/** What the plan makes of each lead: when it came, and its status in the end. */
function outcomes(plan: SamplePlan): { at: string; status: LeadStatus }[] {
  const decided = new Map<string, LeadStatus>();
  for (const { decisions } of plan.sittings) for (const { email, status } of decisions) decided.set(email, status);
  const byRule = ({ warm }: SampleLead): LeadStatus => (warm ? "qualified" : "pending");
  return plan.arrivals.flatMap(({ source, first, count, at }) =>
    sample[source]
      .slice(first, first + count)
      .map((lead) => ({ at, status: decided.get(lead.fields.email ?? "") ?? byRule(lead) })),
  );
}

/** Counts as the store does: whole hours, the one under way included. */
function totals(leads: { at: string; status: LeadStatus }[], { from, to }: Span): StatusTotals {
  const [first, last] = [Math.floor(Date.parse(from) / HOUR), Math.ceil(Date.parse(to) / HOUR)];
  const counted: StatusTotals = { pending: 0, qualified: 0, approved: 0, rejected: 0 };
  for (const { at, status } of leads) {
    const hour = Math.floor(Date.parse(at) / HOUR);
    if (hour >= first && hour < last) counted[status] += 1;
  }
  return counted;
}

function trendsAt(now: Date, plan: SamplePlan): ReturnType<typeof trendsBetween> {
  const leads = outcomes(plan);
  const { previous, current } = comparedSpans(now);
  return trendsBetween(totals(leads, previous), totals(leads, current));
}

const days = [
  ["the middle of a month", "2026-11-20T10:32:39.123Z"],
  ["half an hour into a month", "2026-03-01T00:30:00.000Z"],
  ["a thousandth of a second into a year", "2027-01-01T00:00:00.001Z"],
  ["the last moment of a month", "2026-01-31T23:59:59.999Z"],
  ["a 31st after a month of 30 days", "2026-07-31T09:00:00.000Z"],
  ["the end of March, when last month was shorter", "2026-03-30T16:45:00.000Z"],
  ["a leap day", "2028-02-29T12:00:00.000Z"],
  ["the end of a March after a leap day", "2028-03-31T12:00:00.000Z"],
  ["a Sunday, the 1st", "2026-11-01T15:00:00.000Z"],
  ["a Sunday, the 2nd, at night", "2026-08-02T03:00:00.000Z"],
  ["a full hour", "2026-05-10T08:00:00.000Z"],
] as const;

test.each(days)("on %s the trends are those promised", (_, moment) => {
  const now = new Date(moment);
  expect(trendsAt(now, planSample(now, sample))).toEqual(PROMISED);
});

describe("at any moment", () => {
  const moments = fc
    .date({ min: new Date("2024-01-01T00:00:00.000Z"), max: new Date("2036-01-01T00:00:00.000Z"), noInvalidDate: true })
    .filter((moment) => moment.getUTCDate() > 1 || moment.getUTCHours() > 0 || moment.getUTCMilliseconds() > 0);

  test("the trends are those promised, and stay so until the day or half of it is over", () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 11 * HOUR }), (now, later) => {
        const plan = planSample(now, sample);
        expect(trendsAt(now, plan)).toEqual(PROMISED);
        const endOfDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - 1;
        const then = new Date(Math.min(now.getTime() + later, endOfDay));
        expect(trendsAt(then, plan)).toEqual(PROMISED);
      }),
      { numRuns: 60 },
    );
  });

  test("everything is in order, nothing lies ahead, and no lead is decided about before it came", () => {
    fc.assert(
      fc.property(moments, (now) => {
        const { setUpAt, arrivals, sittings, lastSyncAt } = planSample(now, sample);
        const times = arrivals.map(({ at }) => at);
        expect(times).toEqual(times.toSorted());
        for (const at of [...times, ...sittings.map((sitting) => sitting.at), lastSyncAt]) {
          expect(at >= setUpAt && at <= now.toISOString()).toBe(true);
        }
        const cameAt = new Map(
          arrivals.flatMap(({ source, first, count, at }) =>
            sample[source].slice(first, first + count).map(({ fields }) => [fields.email, at]),
          ),
        );
        for (const { at, decisions } of sittings) {
          for (const { email } of decisions) expect(at >= (cameAt.get(email) ?? "never")).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("each source tells of its leads one after the other, the sheet of all it has", () => {
    fc.assert(
      fc.property(moments, (now) => {
        const next: Record<string, number> = {};
        for (const { source, first, count } of planSample(now, sample).arrivals) {
          expect(count).toBeGreaterThan(0);
          expect(first).toBe(next[source] ?? 0);
          next[source] = first + count;
          expect(next[source]).toBeLessThanOrEqual(sample[source].length);
        }
        expect(next["google_sheets"]).toBe(sample.google_sheets.length);
        expect(Object.keys(next).toSorted()).toEqual(Object.keys(sample).toSorted());
      }),
      { numRuns: 60 },
    );
  });
});
