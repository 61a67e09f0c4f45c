import { type InfiniteData, mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { DashboardStats, Pipeline } from "#shared/contract/dashboard.ts";
import type { LeadDetail, LeadRow } from "#shared/contract/leads/lead.ts";
import { countsAsQualified, type LeadStatus } from "#shared/lead-status.ts";
import { changing, inOrder, isLastOf } from "#web/api/connection/changing.ts";
import { requestAction } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import type { LeadPage, PageStart } from "#web/api/leads/lead-list.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

type Pages = InfiniteData<LeadPage, PageStart>;
/** What a person decides on: the lead with the status that they saw. */
export type DecidedLead = Pick<LeadRow, "id" | "status">;

type Snapshot = (readonly [readonly unknown[], unknown])[];

/**
 * Sets a lead's status, unless it is no longer the one the person saw (409 `stale`). Lists, the lead sheet and dashboard
 * figures update optimistically and roll back on failure. Resolves to the lead and the action id for undo.
 */
export const setLeadStatus = mutationOptions({
  mutationKey: changing.leadStatus,
  mutationFn: ({ lead: { id, status: formerStatus }, status }: { lead: DecidedLead; status: LeadStatus }) =>
    inOrder(keys.leadDetail(id).join(), () =>
      requestAction("PATCH /api/leads/{id}", { params: { id }, body: { status, formerStatus } }),
    ),
  onMutate: async ({ lead: { id }, status }, { client }) => {
    const snapshot = await holdShown(client, [keys.leads, keys.stats, keys.pipeline]);
    showStatus(client, id, status);
    return { snapshot };
  },
  onError: (_error, _input, result, { client }) => rollBack(client, result?.snapshot),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshAfterLast(client),
});

/** Cancels these queries, as a response in flight would bring old values back. Resolves to what they show. */
export async function holdShown(client: QueryClient, shown: readonly (readonly string[])[]): Promise<Snapshot> {
  await Promise.all(shown.map((queryKey) => client.cancelQueries({ queryKey })));
  return shown.flatMap((queryKey) => client.getQueriesData({ queryKey }));
}

export function rollBack(client: QueryClient, snapshot: Snapshot = []): void {
  for (const [queryKey, data] of snapshot) client.setQueryData(queryKey, data);
}

/** Of several quick changes only the last refetches, so that lists don't jump. */
export function refreshAfterLast(client: QueryClient): void {
  if (isLastOf(client, changing.leadStatus)) refreshLeads(client);
}

/** Shows a change of a lead in lists and its sheet. */
export function showChange(
  client: QueryClient,
  id: string,
  changeOf: (lead: LeadRow | LeadDetail) => Partial<Pick<LeadRow, "status" | "statusSetBy" | "fields">>,
): void {
  const rewrite = (page: LeadPage): LeadPage => ({
    ...page,
    rows: page.rows.map((row) => (row.id === id ? { ...row, ...changeOf(row) } : row)),
  });
  client.setQueriesData<LeadPage | Pages>({ queryKey: keys.leadLists }, (data) => {
    if (data === undefined) return undefined;
    return "pages" in data ? { ...data, pages: data.pages.map(rewrite) } : rewrite(data);
  });
  client.setQueryData<LeadDetail>(keys.leadDetail(id), (lead) => lead && { ...lead, ...changeOf(lead) });
}

function showStatus(client: QueryClient, id: string, status: LeadStatus): void {
  let former: LeadStatus | undefined;
  showChange(client, id, (lead) => {
    former = lead.status;
    return { status, statusSetBy: "person" };
  });
  if (former === undefined || former === status) return;
  const move = { from: former, to: status };
  client.setQueryData<DashboardStats>(keys.stats, (stats) => stats && movedStats(stats, move));
  client.setQueryData<Pipeline>(keys.pipeline, (pipeline) => pipeline && movedPipeline(pipeline, move));
}

interface Move {
  from: LeadStatus;
  to: LeadStatus;
}

/** The stat cards after one status change; the rate is 100 × qualified / total with one decimal. */
export function movedStats(stats: DashboardStats, { from, to }: Move): DashboardStats {
  const qualifiedLeads = stats.qualifiedLeads + Number(countsAsQualified(to)) - Number(countsAsQualified(from));
  const conversionRate = stats.totalLeads === 0 ? 0 : Math.round((1000 * qualifiedLeads) / stats.totalLeads) / 10;
  return { ...stats, qualifiedLeads, conversionRate };
}

/** The pipeline after one status change. Pending leads count as incoming while any are left there. */
export function movedPipeline(pipeline: Pipeline, { from, to }: Move): Pipeline {
  const moved = { ...pipeline };
  const left = from === "pending" && moved.incoming === 0 ? "processing" : stageOf(from);
  moved[left] = Math.max(0, moved[left] - 1);
  moved[stageOf(to)] += 1;
  return moved;
}

function stageOf(status: LeadStatus): keyof Pipeline {
  if (status === "pending") return "incoming";
  return status === "rejected" ? "rejected" : "qualified";
}
