import { leadTitle } from "#shared/lead-title.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";
import { actionEntry } from "#server/features/journal/act.ts";

/**
 * Deletes a lead; a tombstone keeps syncs from bringing it back. Returns the action that restores it. Throws not_found.
 */
export async function deleteLead(workspace: Workspace, id: string): Promise<{ actId: string }> {
  const { store, feed } = workspace;
  const lead = await store.leads.get(id);
  const title = `${lead === null ? "Lead" : leadTitle(lead)} deleted`;
  const entry = actionEntry(workspace, { kind: "deleted", title, description: lead?.company ?? "", leadId: id });
  const removed = await store.leads.remove(id, entry);
  if (removed === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [id]);
  return removed;
}
