import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { NewLead } from "#shared/contract/leads/lead.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import { queryText, request, requestWithHeaders, send } from "#web/api/connection/client.ts";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { bringInArrivals, includeArrivalsLater, type LeadListView } from "#web/api/leads/lead-list.ts";

/** A lead with everything its sheet shows. */
export function leadQuery(id: string) {
  return endpointQuery(keys.leadDetail(id), "GET /api/leads/{id}", { params: { id } });
}

/** Resolves to the lead, the action id, and whether it is new; for a known lead only empty fields are filled. */
export const createLead = mutationOptions({
  mutationFn: async (input: NewLead) => {
    const { data: lead, status, headers } = await requestWithHeaders("POST /api/leads", { body: input });
    return { lead, isNew: status === 201, actId: headers.get("x-act-id") };
  },
  onSuccess: (_answer, _input, _result, { client }) => {
    // Shows the new lead although it is newer than the list.
    bringInArrivals(client);
    refreshLeads(client);
  },
});

/** Edits fields of a lead. For its status alone use lead-status.ts, which is optimistic. */
export const updateLead = mutationOptions({
  ...endpointAction("PATCH /api/leads/{id}"),
  onSuccess: (_answer, _input, _result, { client }) => refreshLeads(client),
});

/** The largest body in bytes that browsers send while a page closes, with room for its other fields. */
const KEEPALIVE_BYTES = 60_000;

/** Whether notes are saved even if the page is closed right away. */
export function survivesClosing(notes: string): boolean {
  return new Blob([JSON.stringify(notes)]).size * 2 < KEEPALIVE_BYTES;
}

/** Saves notes unless someone changed them since `former` (409 `stale`). Resolves to the notes as stored. */
export const saveNotes = mutationOptions({
  mutationFn: async ({ id, text, former }: { id: string; text: string; former: string }) => {
    const body = { notes: text, formerNotes: former };
    const keepalive = survivesClosing(text) && survivesClosing(former);
    return (await request("PATCH /api/leads/{id}", { params: { id }, body, keepalive })).notes;
  },
  onSuccess: (_answer, _input, _result, { client }) => refreshLeads(client),
  onError: (error, { id }, _result, { client }) => {
    if (error instanceof ApiError && error.status === 409) {
      void client.invalidateQueries({ queryKey: keys.leadDetail(id) });
    }
  },
});

/** Resolves to the action id for undo. */
export const deleteLead = mutationOptions({
  ...endpointAction("DELETE /api/leads/{id}"),
  onSuccess: (_answer, { params: { id } }, _result, { client }) => {
    client.removeQueries({ queryKey: keys.leadDetail(id) });
    refreshLeads(client);
  },
});

/** The leads to export: by filter or by id. */
export interface ExportedLeads extends LeadListView {
  ids?: readonly string[];
}

/** The CSV of these leads with the server's file name, or null. Browsers keep large blobs on disk, not in memory. */
export async function exportLeads(view: ExportedLeads): Promise<{ file: Blob; fileName: string | null }> {
  const response = await send(`/api/leads/export${queryText(view)}`, { credentials: "include" });
  const fileName = attachmentName(response.headers.get("content-disposition"));
  try {
    return { file: await response.blob(), fileName };
  } catch {
    throw new ApiError(response.status, "The download was cut off. Try again.");
  }
}

/** The file name in our server's Content-Disposition header (RFC 6266, quoted string), or null. */
export function attachmentName(header: string | null): string | null {
  return /\bfilename="([^"\\/]+)"/.exec(header ?? "")?.[1] ?? null;
}

/** Refetches everything that shows or counts leads. */
export function refreshLeads(client: QueryClient): void {
  includeArrivalsLater(client);
  for (const queryKey of [keys.leads, keys.stats, keys.pipeline, keys.activity]) {
    void client.invalidateQueries({ queryKey });
  }
}
