import { readDemoServices } from "#server/demo/demo-services.ts";
import { byTime } from "#server/demo/sample-arrivals.ts";
import type { Decision } from "#server/demo/sample-decisions.ts";
import { sampleLeads } from "#server/demo/sample-leads.ts";
import { planSample } from "#server/demo/sample-plan.ts";
import { setUpTeam } from "#server/demo/set-up-team.ts";
import { takeInSample } from "#server/demo/take-in-sample.ts";
import { changeSettings } from "#server/workflows/change-settings.ts";
import { editLead } from "#server/workflows/edit-lead.ts";
import { latestReportWindow } from "#server/workflows/send-due-report.ts";
import { sendReport } from "#server/workflows/send-report.ts";
import { syncLeads } from "#server/workflows/sync-leads.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

interface Step {
  at: string;
  run: (then: Workspace) => Promise<unknown>;
}

const REPORTS = 6;
const WEEK = 7 * 24 * 3_600_000;

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
  const steps: Step[] = [
    { at: plan.setUpAt, run: (then) => setUpTeam(then, services) },
    ...plan.arrivals.map((arrival) => ({
      at: arrival.at,
      run: (then: Workspace) => takeInSample(then, arrival, sample),
    })),
    ...plan.sittings.map(({ at, decisions }) => ({
      at,
      run: (then: Workspace) => Promise.all(decisions.map((decision) => decide(then, decision))),
    })),
    ...weeklyReports(now),
    { at: plan.lastSyncAt, run: syncWithoutLimit },
  ];
  // The sort keeps the order of equals: a lead is there before it is decided about.
  for (const { at, run } of steps.toSorted(byTime)) await run({ ...workspace, clock: () => new Date(at) });
}

function weeklyReports(now: Date): Step[] {
  return Array.from({ length: REPORTS }, (_, index) => {
    const { key, at } = latestReportWindow("weekly", new Date(now.getTime() - index * WEEK));
    return { at: at.toISOString(), run: (then: Workspace) => sendReport(then, key) };
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
