import type { LeadDetail, LeadExplanation, TimelineItem } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { rawInputsOf } from "#server/pipeline/intake/raw-input.ts";
import { explainLead } from "#server/pipeline/intake/explain-score.ts";
import { withAddressQuality } from "#server/pipeline/intake/lead-text.ts";
import type { JournalEntry } from "#server/db/journal/journal-entry.ts";
import { companyKeyOf } from "#server/features/companies/companies.ts";
import { leadInCrms } from "#server/features/crm-sending/lead-in-crms.ts";
import { goneLead } from "#server/features/leads/gone-lead.ts";
import { contractLead, knownNames } from "#server/features/lead-fields/contract-lead.ts";
import { possibleDuplicates } from "#server/features/duplicates/duplicates.ts";
import type { DecisionLearning } from "#server/features/learning/learning.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

const TIMELINE_ITEMS = 200;

/** Everything in the lead's side sheet, with the learned estimate if `predict` is given. Throws not_found. */
export async function leadDetail(
  workspace: Workspace,
  id: string,
  predict: DecisionLearning["predict"] = () => null,
): Promise<LeadDetail> {
  const { store } = workspace;
  const lead = await store.leads.get(id);
  if (lead === null) throw await goneLead(workspace, id);
  const isByRule = lead.ownerId !== null && lead.ownerSetBy === "rule";
  const [names, explanation, journal, duplicates, assigned, crm] = await Promise.all([
    knownNames(workspace),
    explained(workspace, lead),
    store.journal.ofLead(id, TIMELINE_ITEMS),
    possibleDuplicates(workspace, id),
    store.assignment.ofLead(id),
    leadInCrms(workspace, id),
  ]);
  return {
    ...contractLead(lead, names),
    provenance: Object.fromEntries(Object.entries(lead.provenance)),
    explanation,
    learned: predict(lead),
    companyKey: companyKeyOf(lead),
    // A manually added lead has both an action and a creation entry, and comments are shown themselves.
    timeline: [
      ...journal.filter(({ kind }) => kind !== "created" && kind !== "comment").map(timelineItem),
      created(lead),
    ],
    assignment: isByRule ? assigned : null,
    possibleDuplicates: duplicates,
    crm,
  };
}

/** Why a lead has its score, point by point. Throws not_found. */
export async function leadExplanation(workspace: Workspace, id: string): Promise<LeadExplanation> {
  const lead = await workspace.store.leads.get(id);
  if (lead === null) throw await goneLead(workspace, id);
  return explained(workspace, lead);
}

async function explained(workspace: Workspace, lead: StoredLead): Promise<LeadExplanation> {
  const [{ qualificationThreshold }, rules, fields] = await Promise.all([
    readSettings(workspace),
    workspace.store.rules.list(),
    workspace.store.leadFields.list(),
  ]);
  return explainLead(withAddressQuality(lead), {
    threshold: qualificationThreshold,
    today: workspace.clock().toISOString(),
    rules,
    fields,
  });
}

function timelineItem({ id, title, description, by, at, kind, undoneAt }: JournalEntry): TimelineItem {
  return { id, kind, title: undoneAt === null ? title : `${title} (undone)`, description, by, at };
}

function created(lead: StoredLead): TimelineItem {
  // The source of a value may have been edited or picked since.
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
