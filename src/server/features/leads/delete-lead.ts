import { leadTitle } from "#shared/lead-title.ts";
import { acting } from "#server/platform/acting.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Deletes a lead; a tombstone keeps syncs from bringing it back. Returns the action that restores it. Throws not_found.
 */
export async function deleteLead(workspace: Workspace, id: string): Promise<{ actId: string }> {
  const { store, feed, clock } = workspace;
  const lead = await store.leads.get(id);
  const removed = await store.leads.remove(id, {
    kind: "deleted",
    type: "other",
    title: `${lead === null ? "Lead" : leadTitle(lead)} deleted`,
    description: lead?.company ?? "",
    by: acting().by,
    at: clock().toISOString(),
    leadId: id,
  });
  if (removed === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [id]);
  return removed;
}
