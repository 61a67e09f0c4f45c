import { ownTimeZone } from "#shared/time-zone.ts";
import { LIMITS } from "#shared/limits.ts";
import { readDemoServices } from "#server/demo/demo-services.ts";
import { OTHER_MAIL, REPLIES } from "#server/demo/other-mail.ts";
import { pasteOtherMail, pasteReply } from "#server/demo/paste-sample.ts";
import { byTime } from "#server/demo/sample-arrivals.ts";
import type { Decision } from "#server/demo/sample-decisions.ts";
import { sampleLeads, type SampleLeads } from "#server/demo/sample-leads.ts";
import { planSample } from "#server/demo/sample-plan.ts";
import { strangeSubmissions } from "#server/demo/sample-submissions.ts";
import { publishEmptySites, scrapeAll } from "#server/demo/scrape-sample.ts";
import { seededRandom } from "#server/demo/seeded-random.ts";
import { setUpTeam } from "#server/demo/set-up-team.ts";
import { submit } from "#server/demo/submit-sample.ts";
import { takeInSample } from "#server/demo/take-in-sample.ts";
import { workingMoments } from "#server/demo/working-moments.ts";
import { changeSettings } from "#server/workflows/settings/change-settings.ts";
import { editLead } from "#server/workflows/leads/edit-lead.ts";
import { latestWindow } from "#server/platform/calendar-window.ts";
import { sendReport } from "#server/workflows/reports/send-report.ts";
import { syncLeads } from "#server/workflows/data-sources/sync-leads.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

interface Step {
  at: string;
  run: (then: Workspace) => Promise<unknown>;
}

const REPORTS = 6;
const DAY = 24 * 3_600_000;
const WEEK = 7 * DAY;
/** As a team that has set nothing else gets them. */
const REPORT_CLOCK = { timeZone: ownTimeZone(), hour: LIMITS.report.hour.default };

/**
 * Lives through half a year of the sample team, up to now: each step is the workflow that people or the clock call,
 * with the clock set to its moment. `servicesFile` is what `npm run demo` writes. Throws for a store that is not empty.
 */
export async function seedSampleTeam(workspace: Workspace, servicesFile: string): Promise<void> {
  const { store } = workspace;
  const totals = await store.leads.totals();
  if (Object.values(totals).some((count) => count > 0) || (await store.rules.list()).length > 0) {
    throw new Error("The sample team needs a data folder of its own. Start it with npm run demo.");
  }
  const services = await readDemoServices(servicesFile);
  const now = workspace.clock();
  const sample = sampleLeads();
  const plan = planSample(now, sample);
  await publishEmptySites(services.websites);
  const steps: Step[] = [
    { at: plan.setUpAt, run: (then) => setUpTeam(then, services) },
    ...plan.arrivals.map((arrival) => ({
      at: arrival.at,
      run: (then: Workspace) => takeInSample(then, arrival, sample, services),
    })),
    ...plan.sittings.map(({ at, decisions }) => ({
      at,
      run: (then: Workspace) => Promise.all(decisions.map((decision) => decide(then, decision))),
    })),
    ...whatIsNoLead(now, sample),
    ...weeklyReports(now),
    { at: plan.lastSyncAt, run: syncWithoutLimit },
    { at: plan.lastSyncAt, run: scrapeAll },
  ];
  // The sort keeps the order of equals: a lead is there before it is decided about.
  for (const { at, run } of steps.toSorted(byTime)) await run({ ...workspace, clock: () => new Date(at) });
}

/** What came in lately besides, of which no lead came. */
function whatIsNoLead(now: Date, { email }: SampleLeads): Step[] {
  const random = seededRandom("no lead");
  const lately = (days: number, count: number): string[] =>
    workingMoments(random, { from: new Date(now.getTime() - days * DAY).toISOString(), to: now.toISOString() }, count);
  const mails = lately(28, OTHER_MAIL.length);
  const replies = lately(5, REPLIES.length);
  const strange = strangeSubmissions();
  const submissions = lately(10, strange.length);
  return [
    ...OTHER_MAIL.map((mail, index) => ({
      at: mails[index] ?? now.toISOString(),
      run: (then: Workspace) => pasteOtherMail(then, mail),
    })),
    // The first leads wrote months ago.
    ...email.slice(0, REPLIES.length).map((lead, index) => ({
      at: replies[index] ?? now.toISOString(),
      run: (then: Workspace) => pasteReply(then, lead, index),
    })),
    ...strange.map((submission, index) => ({
      at: submissions[index] ?? now.toISOString(),
      run: (then: Workspace) => submit(then, [submission]),
    })),
  ];
}

function weeklyReports(now: Date): Step[] {
  return Array.from({ length: REPORTS }, (_, index) => {
    const { key, to } = latestWindow("weekly", new Date(now.getTime() - index * WEEK), REPORT_CLOCK);
    return { at: to.toISOString(), run: (then: Workspace) => sendReport(then, key, to) };
  });
}

async function decide(workspace: Workspace, { email, status }: Decision): Promise<void> {
  const query = { emailKeys: [email], phoneKeys: [], source: { id: null, rowKeys: [] } };
  const [lead] = (await workspace.store.leads.known(query)).leads;
  if (lead === undefined) throw new Error(`The sample has no lead ${email}.`);
  await editLead(workspace, lead.id, { status });
}

async function syncWithoutLimit(workspace: Workspace): Promise<void> {
  await changeSettings(workspace, { maxLeadsPerSync: null });
  await syncLeads(workspace);
}
