import { createHash } from "node:crypto";
import type { LeadMerge, MergePreview } from "#shared/contract/leads/duplicate.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { uniteLeads } from "#server/pipeline/intake/unite-leads.ts";
import { unitedFields } from "#server/pipeline/intake/unite-values.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import { contractLead, knownNames } from "#server/features/lead-fields/contract-lead.ts";
import { readScoringContext } from "#server/features/rules/scoring-context.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Merges two leads: the other is removed, and its id leads to this one. Returns the merged lead and the action that
 * separates them again. Throws not_found, and conflict if both are the same, the other is gone, or either has changed
 * since `seen`.
 */
export async function mergeLeads(
  workspace: Workspace,
  id: string,
  { otherId, take = {}, seen }: LeadMerge,
): Promise<{ lead: Lead; actId: string }> {
  const { store, feed, clock } = workspace;
  const now = clock().toISOString();
  if (!(await store.sees("leads", otherId))) throw otherGone();
  const names = await knownNames(workspace);
  let others = "";
  const merged = await withScoring(workspace, (scoring) =>
    store.leads.merge(
      id,
      otherId,
      (lead, other) => {
        if (seen !== undefined && seen !== seenOf(lead, other)) throw changedConcurrently();
        others = leadTitle(other);
        return uniteLeads(lead, other, take, { ...scoring, now }, names.fields);
      },
      {
        kind: "merge",
        // The other lead's name is known only inside the transaction.
        get title() {
          return `${others} merged`;
        },
        description: "Combined into one lead",
        by: acting().by,
        at: now,
        leadId: id,
      },
      { rulesVersion: scoring.version },
    ),
  );
  if (merged === null) throw notFound("lead");
  feed.changed(["leads", "activity", "duplicates", "notifications"], [id, otherId]);
  return { ...merged, lead: contractLead(merged.lead, names) };
}

/** A preview of merging two leads. Throws as `mergeLeads` does. */
export async function previewMerge(
  workspace: Workspace,
  id: string,
  { otherId, take = {} }: LeadMerge,
): Promise<MergePreview> {
  if (id === otherId) throw conflict("merge_with_itself", "This is the same lead. Choose another one to merge.");
  const { store, clock } = workspace;
  const [names, lead, other, scoring] = await Promise.all([
    knownNames(workspace),
    store.leads.get(id),
    store.leads.get(otherId),
    readScoringContext(workspace),
  ]);
  if (lead === null) throw notFound("lead");
  if (other === null) throw otherGone();
  const united = uniteLeads(lead, other, take, { ...scoring, now: clock().toISOString() }, names.fields);
  return {
    leads: [contractLead(lead, names), contractLead(other, names)],
    fields: unitedFields(lead, other, take),
    lead: contractLead(united, names),
    seen: seenOf(lead, other),
  };
}

/** Detects whether either lead has changed since. */
function seenOf(lead: StoredLead, other: StoredLead): string {
  const versions = [lead, other].map(({ id, revision }) => `${id}.${revision ?? 0}`).join(" ");
  return createHash("sha256").update(versions).digest("base64url").slice(0, 22);
}

function otherGone(): Error {
  return conflict("lead_gone", "The other lead no longer exists. It was deleted or merged.");
}

function changedConcurrently(): Error {
  return conflict("lead_conflict", "One of the leads just changed. Review the merge again.");
}
