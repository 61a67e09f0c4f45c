import { createHash } from "node:crypto";
import type { LeadMerge, MergePreview } from "#shared/contract/duplicate.ts";
import type { Lead } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { uniteLeads } from "#server/intake/unite-leads.ts";
import { unitedFields } from "#server/intake/unite-values.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import { readJudgement } from "#server/workflows/judgement.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Makes one lead of two: the other goes, and its id leads to this one. Answers the merged lead and the act that makes two of
 * them again. Throws not_found, and conflict when both are the same, the other is gone, or either has changed since `seen`.
 */
export async function mergeLeads(
  workspace: Workspace,
  id: string,
  { otherId, take = {}, seen }: LeadMerge,
): Promise<{ lead: Lead; actId: string }> {
  const { store, feed, clock } = workspace;
  const now = clock().toISOString();
  let others = "";
  const merged = await withJudgement(workspace, (judgement) =>
    store.leads.merge(
      id,
      otherId,
      (lead, other) => {
        if (seen !== undefined && seen !== seenOf(lead, other)) throw changedMeanwhile();
        others = other.name;
        return uniteLeads(lead, other, take, { ...judgement, now });
      },
      {
        kind: "merge",
        type: "other",
        // Whom it is merged with is known only inside the transaction.
        get title() {
          return `${others} merged`;
        },
        description: "Two leads are one",
        by: acting().by,
        at: now,
        leadId: id,
      },
      { rulesVersion: judgement.version },
    ),
  );
  if (merged === null) throw notFound("lead");
  feed.changed(["leads", "activity", "duplicates", "notifications"], [id, otherId]);
  return merged;
}

/** What merging would make of two leads, with nothing changed. Throws what `mergeLeads` throws. */
export async function previewMerge(
  workspace: Workspace,
  id: string,
  { otherId, take = {} }: LeadMerge,
): Promise<MergePreview> {
  if (id === otherId)
    throw conflict("merge_with_itself", "This is the same lead. Choose another one to merge it with.");
  const { store, clock } = workspace;
  const [lead, other, judgement] = await Promise.all([
    store.leads.get(id),
    store.leads.get(otherId),
    readJudgement(workspace),
  ]);
  if (lead === null) throw notFound("lead");
  if (other === null) throw conflict("lead_gone", "The other lead is gone. It was deleted or merged meanwhile.");
  return {
    leads: [lead, other],
    fields: unitedFields(lead, other, take),
    lead: uniteLeads(lead, other, take, { ...judgement, now: clock().toISOString() }),
    seen: seenOf(lead, other),
  };
}

/** Tells whether either has changed since. */
function seenOf(lead: StoredLead, other: StoredLead): string {
  const versions = [lead, other].map(({ id, revision }) => `${id}.${revision ?? 0}`).join(" ");
  return createHash("sha256").update(versions).digest("base64url").slice(0, 22);
}

function changedMeanwhile(): Error {
  return conflict("lead_conflict", "One of the two leads was changed in the meantime. Look at them again.");
}
