import { acting } from "#server/platform/acting.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Deletes a lead; a tombstone keeps syncs from bringing it back. Answers the act that restores it. Throws not_found. */
export async function deleteLead(workspace: Workspace, id: string): Promise<{ actId: string }> {
  const { store, feed, clock } = workspace;
  const lead = await store.leads.get(id);
  const removed = await store.leads.remove(id, {
    kind: "deleted",
    type: "other",
    title: `${lead?.name ?? "Lead"} deleted`,
    description: lead?.company ?? "",
    by: acting().by,
    at: clock().toISOString(),
    leadId: id,
  });
  if (removed === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [id]);
  return removed;
}
