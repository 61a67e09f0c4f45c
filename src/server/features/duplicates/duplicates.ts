import type { DuplicatePage } from "#shared/contract/leads/duplicate.ts";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { LIMITS } from "#shared/limits.ts";
import { beyondSight } from "#server/platform/acting.ts";
import { notFound } from "#server/platform/errors.ts";
import { compareLatest } from "#server/features/duplicates/find-duplicates.ts";
import type { Workspace } from "#server/workspace.ts";
import { actionEntry } from "#server/features/journal/act.ts";

const SHOWN_OF_LEAD = 5;

/** Possible duplicates, the most certain first. */
export async function listDuplicates(
  workspace: Workspace,
  { limit = LIMITS.list.pageSize, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<DuplicatePage> {
  const waiting = await beyondSight(() => compareLatest(workspace));
  const { duplicates } = workspace.store;
  const [page, { count, exact }] = await Promise.all([duplicates.page(limit, cursor ?? null), duplicates.count()]);
  return { ...page, count, exact, waiting };
}

/** Leads that may be the same as this one, the most certain first. */
export async function possibleDuplicates(
  workspace: Workspace,
  leadId: string,
): Promise<LeadDetail["possibleDuplicates"]> {
  await beyondSight(() => compareLatest(workspace));
  const pairs = await workspace.store.duplicates.ofLead(leadId, SHOWN_OF_LEAD);
  return pairs.flatMap(({ id: pairId, leads, confidence, evidence }) => {
    const other = leads.find(({ id }) => id !== leadId);
    if (other === undefined) return [];
    const { id, name, email } = other;
    const reason = evidence.map(({ text }) => text).join("; ");
    return { id, name, email, reason, pairId, confidence };
  });
}

/**
 * Marks a pair as different people until either changes its identity. Returns the action that undoes it, null if
 * already marked. Throws not_found.
 */
export async function dismissDuplicate(workspace: Workspace, id: string): Promise<{ actId: string | null }> {
  const { store, feed } = workspace;
  if (!(await store.sees("duplicate_pairs", id))) throw notFound("duplicate pair");
  const dismissed = await store.duplicates.dismiss(id, ({ leads: [first, second] }) => {
    const title = `${first ? leadTitle(first) : ""} and ${second ? leadTitle(second) : ""} marked as different leads`;
    return actionEntry(workspace, { kind: "other", title });
  });
  if (dismissed === null) throw notFound("duplicate pair");
  feed.changed(["duplicates", "notifications", "activity"]);
  return dismissed;
}
