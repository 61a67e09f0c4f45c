import type { LeadDetail, LeadExplanation, TimelineItem } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { explainLead } from "#server/intake/explain-score.ts";
import { notFound } from "#server/platform/errors.ts";
import type { JournalEntry } from "#server/store/types.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const TIMELINE_ITEMS = 200;

/** Everything the lead's side sheet shows. Throws not_found. */
export async function leadDetail(workspace: Workspace, id: string): Promise<LeadDetail> {
  const { store } = workspace;
  const lead = await store.leads.get(id);
  if (lead === null) throw notFound("lead");
  const [explanation, journal, possibleDuplicates] = await Promise.all([
    explained(workspace, lead),
    store.journal.ofLead(id, TIMELINE_ITEMS),
    store.leads.possibleDuplicates(id),
  ]);
  return {
    ...lead,
    provenance: Object.fromEntries(Object.entries(lead.provenance)),
    explanation,
    timeline: [...journal.map(timelineItem), created(lead)],
    possibleDuplicates,
  };
}

/** Why a lead has its score, point by point. Throws not_found. */
export async function leadExplanation(workspace: Workspace, id: string): Promise<LeadExplanation> {
  const lead = await workspace.store.leads.get(id);
  if (lead === null) throw notFound("lead");
  return explained(workspace, lead);
}

async function explained(workspace: Workspace, lead: StoredLead): Promise<LeadExplanation> {
  const [{ qualificationThreshold }, rules] = await Promise.all([
    readSettings(workspace),
    workspace.store.rules.list(),
  ]);
  return explainLead(lead, { threshold: qualificationThreshold, today: workspace.clock().toISOString(), rules });
}

function timelineItem({ id, title, description, by, at, kind, undoneAt }: JournalEntry): TimelineItem {
  return { id, kind, title: undoneAt === null ? title : `${title} (taken back)`, description, by, at };
}

function created(lead: StoredLead): TimelineItem {
  const origin = Object.values(lead.provenance)[0];
  return {
    id: "created",
    kind: "created",
    title: "Lead created",
    description: origin === undefined ? "" : [origin.sourceName, origin.locator].filter(Boolean).join(", "),
    by: origin?.sourceName ?? "",
    at: lead.createdAt,
  };
}
