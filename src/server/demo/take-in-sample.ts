import type { DemoServices } from "#server/demo/demo-services.ts";
import { importList } from "#server/demo/import-sample.ts";
import { pasteMail } from "#server/demo/paste-sample.ts";
import type { Arrival } from "#server/demo/sample-arrivals.ts";
import type { SampleLead, SampleLeads } from "#server/demo/sample-leads.ts";
import { scrapeNews } from "#server/demo/scrape-sample.ts";
import { submitLeads } from "#server/demo/submit-sample.ts";
import { addLead } from "#server/workflows/leads/add-lead.ts";
import { changeSettings } from "#server/workflows/settings/change-settings.ts";
import { syncLeads } from "#server/workflows/data-sources/sync-leads.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Takes one arrival in as its source would. Throws when other leads come of it than were planned. */
export async function takeInSample(
  workspace: Workspace,
  { source, first, count }: Arrival,
  sample: SampleLeads,
  { websites }: DemoServices,
): Promise<void> {
  const leads = sample[source].slice(first, first + count);
  switch (source) {
    case "google_sheets":
      return syncRows(workspace, count);
    case "website":
      return scrapeNews(workspace, websites, sample.website, { from: first, until: first + count });
    case "email":
      return pasteMail(workspace, leads);
    case "form":
      return submitLeads(workspace, leads, first);
    case "file":
      return importList(workspace, leads, first);
    case "manual":
      return typeIn(workspace, leads);
  }
}

/** The sheet is served whole; the limit of a sync stands for the rows that it had on that day. */
async function syncRows(workspace: Workspace, count: number): Promise<void> {
  await changeSettings(workspace, { maxLeadsPerSync: count });
  const { created } = await syncLeads(workspace);
  if (created !== count) throw new Error(`The sample sheet gave ${created} new leads where ${count} were planned.`);
}

async function typeIn(workspace: Workspace, leads: readonly SampleLead[]): Promise<void> {
  for (const { fields } of leads) await addLead(workspace, { name: "", email: "", ...fields });
}
