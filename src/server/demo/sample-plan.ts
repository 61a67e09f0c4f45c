import { monthFigures } from "#server/demo/month-figures.ts";
import { byTime, draftArrivals, numberArrivals, type Arrival, type Stretch } from "#server/demo/sample-arrivals.ts";
import { decideAll, inSittings, type Sitting } from "#server/demo/sample-decisions.ts";
import { FILE_SIZES } from "#server/demo/sample-files.ts";
import type { SampleLeads } from "#server/demo/sample-leads.ts";
import { seededRandom } from "#server/demo/seeded-random.ts";
import { comparedSpans, type Span } from "#server/reports/dashboard-figures.ts";

/** What happened to the sample team, each list in order of time; nothing lies after the moment it was planned for. */
export interface SamplePlan {
  /** When the team set Winnow up, before anything else. */
  setUpAt: string;
  arrivals: Arrival[];
  sittings: Sitting[];
  lastSyncAt: string;
}

const EARLIER_MONTHS = [165, 185, 205, 225];
const DAY_LENGTH = "2026-01-31".length;
const LEADS_A_DAY = 7;
const DAY = 24 * 3_600_000;
/** So long after last month's span nothing came: the trends stay what they are while a demo is looked at. */
const QUIET = DAY / 2;
const LAST_SYNC_BEFORE = 18 * 60_000;
/** Lists are imported so long after the set-up: before the months that are compared. */
const IMPORTED_AFTER = [2 * 3_600_000, 40 * DAY];

/**
 * Plans half a year of the sample team up to `now`, such that the trends between this month to date and the same span
 * of last month are those of `monthFigures`, whatever day it is. A day always gives
 * the same leads, spread over the time there has been.
 */
export function planSample(now: Date, leads: SampleLeads): SamplePlan {
  const random = seededRandom(now.toISOString().slice(0, DAY_LENGTH));
  const stretches = stretchesUntil(now);
  const setUpAt = new Date(monthStart(now, -EARLIER_MONTHS.length - 1) - 3 * DAY).toISOString();
  const drafts = stretches.map((stretch) => draftArrivals(random, stretch));

  // The sheet is equally long on every day: what the history leaves of it was there when the team began.
  const synced = drafts.flat().reduce((sum, { source, count }) => sum + (source === "google_sheets" ? count : 0), 0);
  const number = numberArrivals();
  const backlog = number({ source: "google_sheets", at: setUpAt, count: leads.google_sheets.length - synced });

  const imports = FILE_SIZES.map((count, index) => {
    const at = new Date(Date.parse(setUpAt) + (IMPORTED_AFTER[index] ?? 0)).toISOString();
    return number({ source: "file", at, count });
  });

  const arrivals = [backlog, ...imports];
  const decisions = decideAll(random, arrivals, leads, null, now);
  for (const [index, { qualified }] of stretches.entries()) {
    const came = (drafts[index] ?? []).map(number);
    arrivals.push(...came);
    decisions.push(...decideAll(random, came, leads, qualified, now));
  }
  const lastRows = arrivals.findLast(({ source }) => source === "google_sheets")?.at ?? setUpAt;
  const lately = new Date(now.getTime() - LAST_SYNC_BEFORE).toISOString();
  return {
    setUpAt,
    arrivals: arrivals.toSorted(byTime),
    sittings: inSittings(decisions, now),
    lastSyncAt: lately > lastRows ? lately : lastRows,
  };
}

function stretchesUntil(now: Date): Stretch[] {
  const { previous, current } = comparedSpans(now);
  const figures = monthFigures(now);
  const earlier = EARLIER_MONTHS.map((leads, index): Stretch => {
    const [from, to] = [
      monthStart(now, index - 1 - EARLIER_MONTHS.length),
      monthStart(now, index - EARLIER_MONTHS.length),
    ];
    return { span: spanOf(from, to), leads, qualified: null, coarseness: 4 };
  });
  const restFrom = Math.min(Date.parse(previous.to) + QUIET, monthStart(now, 0));
  const rest = spanOf(restFrom, monthStart(now, 0));
  const restLeads = Math.round(((monthStart(now, 0) - restFrom) / DAY) * LEADS_A_DAY);
  return [
    ...earlier,
    { span: previous, ...figures.previous, coarseness: 2 },
    { span: rest, leads: restLeads, qualified: null, coarseness: 2 },
    { span: current, ...figures.current, coarseness: 1 },
  ];
}

function monthStart(now: Date, months: number): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months);
}

function spanOf(from: number, to: number): Span {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
