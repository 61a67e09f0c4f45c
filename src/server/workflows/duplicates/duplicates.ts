import type { DuplicatePage } from "#shared/contract/duplicate.ts";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { acting } from "#server/platform/acting.ts";
import { notFound } from "#server/platform/errors.ts";
import { compareLatest } from "#server/workflows/duplicates/find-duplicates.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const SHOWN_OF_LEAD = 5;

/** The pairs of leads that may be one, the surest first. */
export async function listDuplicates(
  workspace: Workspace,
  { limit = LIMITS.list.pageSize, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<DuplicatePage> {
  const waiting = await compareLatest(workspace);
  const { duplicates } = workspace.store;
  const [page, { count, exact }] = await Promise.all([duplicates.page(limit, cursor ?? null), duplicates.count()]);
  return { ...page, count, exact, waiting };
}

/** Leads that may be the same as this one, the surest first. */
export async function possibleDuplicates(
  workspace: Workspace,
  leadId: string,
): Promise<LeadDetail["possibleDuplicates"]> {
  await compareLatest(workspace);
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
 * Says that the two of a pair are not the same. It holds until either changes in what tells who it is. Answers the act that
 * takes it back, null where it was said before. Throws not_found.
 */
export async function dismissDuplicate(workspace: Workspace, id: string): Promise<{ actId: string | null }> {
  const { store, feed, clock } = workspace;
  const dismissed = await store.duplicates.dismiss(id, ({ leads: [first, second] }) => ({
    kind: "other",
    type: "other",
    title: `${first?.name ?? ""} and ${second?.name ?? ""} told apart`,
    description: "Not the same lead",
    by: acting().by,
    at: clock().toISOString(),
    leadId: first?.id ?? null,
  }));
  if (dismissed === null) throw notFound("pair of leads");
  feed.changed(["duplicates", "notifications", "activity"]);
  return dismissed;
}
