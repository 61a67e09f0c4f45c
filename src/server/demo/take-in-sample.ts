import { createHash } from "node:crypto";
import type { Arrival } from "#server/demo/sample-arrivals.ts";
import type { SampleLead, SampleLeads, SampleSource } from "#server/demo/sample-leads.ts";
import { addLead } from "#server/workflows/add-lead.ts";
import { changeSettings } from "#server/workflows/change-settings.ts";
import { syncLeads } from "#server/workflows/sync-leads.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";
import type { RawLead } from "#shared/raw-lead.ts";

const NAMES: Record<Exclude<SampleSource, "google_sheets" | "manual">, string> = {
  website: "Websites of the region",
  email: "Sales mailbox",
  form: "Contact form",
};

/** Takes one arrival in as its source would: the sheet by a sync, what is typed by hand, the rest through intake. */
export async function takeInSample(workspace: Workspace, arrival: Arrival, sample: SampleLeads): Promise<void> {
  const { source, first, count } = arrival;
  if (source === "google_sheets") return syncRows(workspace, count);
  const leads = sample[source].slice(first, first + count);
  if (source === "manual") {
    for (const { fields } of leads) await addLead(workspace, { name: "", email: "", ...fields });
    return;
  }
  const raws = leads.map((lead, index) => rawLead(source, first + index, lead));
  await withJudgement(workspace, (judgement) =>
    takeIn(workspace, { kind: source, id: null, name: NAMES[source] }, raws, judgement),
  );
}

/** The sheet is served whole; the limit of a sync stands for the rows that it had on that day. */
async function syncRows(workspace: Workspace, count: number): Promise<void> {
  await changeSettings(workspace, { maxLeadsPerSync: count });
  const { created } = await syncLeads(workspace);
  if (created !== count) throw new Error(`The sample sheet gave ${created} new leads where ${count} were planned.`);
}

function rawLead(source: SampleSource, number: number, { fields, facts }: SampleLead): RawLead {
  const raw = { ...fields, ...Object.fromEntries(facts.map(({ name, value }) => [name, value])) };
  return {
    rowKey: `${source}:${number + 1}`,
    contentHash: createHash("sha256").update(JSON.stringify(raw)).digest("hex").slice(0, 32),
    locator: fields.scrapeUrl ?? `Message ${number + 1}`,
    fields,
    facts,
    raw,
    sourceData: fields.scrapeUrl === undefined ? { number: number + 1 } : { url: fields.scrapeUrl },
  };
}
