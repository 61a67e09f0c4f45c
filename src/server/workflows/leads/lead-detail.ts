import type { LeadDetail, LeadExplanation, TimelineItem } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { rawInputsOf } from "#server/intake/raw-input.ts";
import { explainLead } from "#server/intake/explain-score.ts";
import type { JournalEntry } from "#server/store/journal-types.ts";
import { goneLead } from "#server/workflows/leads/gone-lead.ts";
import { possibleDuplicates } from "#server/workflows/duplicates/duplicates.ts";
import type { DecisionLearning } from "#server/workflows/learning/learning.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const TIMELINE_ITEMS = 200;

/** Everything the lead's side sheet shows, with what decisions taught where `judge` is given. Throws not_found. */
export async function leadDetail(
  workspace: Workspace,
  id: string,
  judge: DecisionLearning["judge"] = () => null,
): Promise<LeadDetail> {
  const { store } = workspace;
  const lead = await store.leads.get(id);
  if (lead === null) throw await goneLead(workspace, id);
  const [explanation, journal, duplicates] = await Promise.all([
    explained(workspace, lead),
    store.journal.ofLead(id, TIMELINE_ITEMS),
    possibleDuplicates(workspace, id),
  ]);
  return {
    ...lead,
    provenance: Object.fromEntries(Object.entries(lead.provenance)),
    explanation,
    learned: judge(lead),
    // Adding a lead by hand is an act as well as its beginning, of which the timeline tells once.
    timeline: [...journal.filter(({ kind }) => kind !== "created").map(timelineItem), created(lead)],
    possibleDuplicates: duplicates,
  };
}

/** Why a lead has its score, point by point. Throws not_found. */
export async function leadExplanation(workspace: Workspace, id: string): Promise<LeadExplanation> {
  const lead = await workspace.store.leads.get(id);
  if (lead === null) throw await goneLead(workspace, id);
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
  // What its values come from may have been edited or picked since.
  const [first = Object.values(lead.provenance)[0]] = rawInputsOf(lead.rawData);
  const { sourceName = "", locator = "" } = first ?? {};
  return {
    id: "created",
    kind: "created",
    title: "Lead created",
    description: locator.startsWith(sourceName) ? locator : [sourceName, locator].filter(Boolean).join(", "),
    by: sourceName,
    at: lead.createdAt,
  };
}
