import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { LeadUpdate, NewLead } from "#shared/contract/lead.ts";
import { ApiError } from "#web/api/api-error.ts";
import { queryText, request, requestWithHeaders, send } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";
import { bringInArrivals, type LeadListView } from "#web/api/lead-list.ts";

/** A lead with everything its sheet shows. */
export function leadQuery(id: string) {
  return queryOptions({
    queryKey: keys.leadDetail(id),
    queryFn: ({ signal }) => request("GET /api/leads/{id}", { params: { id }, signal }),
  });
}

/** Resolves to the lead, the act, and whether it is new: of a known one only the empty fields were filled in. */
export const createLead = mutationOptions({
  mutationFn: async (input: NewLead) => {
    const { data: lead, status, headers } = await requestWithHeaders("POST /api/leads", { body: input });
    return { lead, isNew: status === 201, actId: headers.get("x-act-id") };
  },
  onSuccess: (_answer, _input, _result, { client }) => {
    // Whoever adds a lead wants to see it, though it came after the list was read.
    bringInArrivals(client);
    refreshLeads(client);
  },
});

/** Edits fields of a lead. For its status alone use lead-status.ts, which shows the change at once. */
export const updateLead = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: LeadUpdate }) =>
    withActId(requestWithHeaders("PATCH /api/leads/{id}", { params: { id }, body: change })),
  onSuccess: (_answer, _input, _result, { client }) => refreshLeads(client),
});

/** Resolves to the act that undo takes back. */
export const deleteLead = mutationOptions({
  mutationFn: (id: string) => withActId(requestWithHeaders("DELETE /api/leads/{id}", { params: { id } })),
  onSuccess: (_answer, id, _result, { client }) => {
    client.removeQueries({ queryKey: keys.leadDetail(id) });
    refreshLeads(client);
  },
});

/** What an export holds: the leads that a filter matches, or those that are named. */
export interface ExportedLeads extends LeadListView {
  ids?: readonly string[];
}

/**
 * The CSV of these leads, and the name that the server gives it, null without one. The browser keeps large blobs on
 * disk, not in memory.
 */
export async function exportLeads(view: ExportedLeads): Promise<{ file: Blob; fileName: string | null }> {
  const response = await send(`/api/leads/export${queryText(view)}`, { credentials: "include" });
  const fileName = attachmentName(response.headers.get("content-disposition"));
  try {
    return { file: await response.blob(), fileName };
  } catch {
    throw new ApiError(response.status, "The file was cut off on its way. Try again.");
  }
}

/** The name in a Content-Disposition header as this server writes it (RFC 6266, a quoted string); null without one. */
export function attachmentName(header: string | null): string | null {
  return /\bfilename="([^"\\/]+)"/.exec(header ?? "")?.[1] ?? null;
}

/** Reads again all that shows leads or counts them. */
export function refreshLeads(client: QueryClient): void {
  for (const queryKey of [keys.leads, keys.stats, keys.pipeline, keys.activity]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** What an act's call answered, and the act that takes it back; null when there is nothing to take back. */
export interface Acted<T> {
  data: T;
  actId: string | null;
}

/** Adds the id under which the answered act can be undone; null when it cannot. */
export async function withActId<T>(call: Promise<{ data: T; headers: Headers }>): Promise<Acted<T>> {
  const { data, headers } = await call;
  return { data, actId: headers.get("x-act-id") };
}
