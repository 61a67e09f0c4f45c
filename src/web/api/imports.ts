import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { LeadImport, LeadImportUpdate } from "#shared/contract/leads/lead-import.ts";
import { ApiError, errorOf } from "#web/api/connection/api-error.ts";
import { changing, isLastOf } from "#web/api/connection/changing.ts";
import { refuseDuringOutage } from "#web/api/connection/client.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";
import { doubtSession } from "#web/api/connection/session-doubt.ts";

export const importsQuery = endpointQuery(keys.imports, "GET /api/imports");

export function importQuery(id: string) {
  return endpointQuery([...keys.imports, id], "GET /api/imports/{id}", { params: { id } });
}

/**
 * Uploads a file; `onProgress` receives the fraction sent, 0 to 1. Throws ApiError, or the signal's AbortError. Uses
 * XMLHttpRequest, as fetch has no upload progress.
 */
export async function uploadImport(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<LeadImport> {
  await refuseDuringOutage();
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest();
    upload.open("POST", `/api/imports?name=${encodeURIComponent(file.name)}`);
    upload.withCredentials = true;
    upload.setRequestHeader("content-type", "application/octet-stream");
    upload.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    upload.addEventListener("load", () => {
      if (upload.status === 201) resolve(JSON.parse(upload.responseText) as LeadImport);
      else {
        if (upload.status === 401) doubtSession();
        void errorOf(answerOf(upload)).then(reject);
      }
    });
    upload.addEventListener("error", () =>
      reject(new ApiError(0, "Can't reach the server. Check that it's running and try again.")),
    );
    upload.addEventListener("abort", () => reject(new DOMException("The upload was canceled.", "AbortError")));
    signal.addEventListener("abort", () => upload.abort());
    upload.send(file);
  });
}

/**
 * Corrects parsing, column mapping or the policy for known leads. Optimistic; the last response of several wins, since
 * it includes all earlier changes.
 */
export const updateImport = mutationOptions({
  ...endpointMutation("PATCH /api/imports/{id}"),
  mutationKey: changing.imports,
  scope: { id: "imports" },
  onMutate: async ({ params: { id }, body }, { client }) => {
    // A response in flight would bring the old state back.
    await client.cancelQueries({ queryKey: importQuery(id).queryKey });
    client.setQueryData(importQuery(id).queryKey, (lead) => lead && changed(lead, body));
  },
  onSuccess: (lead, { params: { id } }, _result, { client }) => {
    if (isLastOf(client, changing.imports)) client.setQueryData(importQuery(id).queryKey, lead);
  },
  onError: (_error, { params: { id } }, _result, { client }) =>
    client.invalidateQueries({ queryKey: importQuery(id).queryKey }),
});

/** Predicts the updated import; only the server knows the column mapping for changed parsing options. */
function changed(lead: LeadImport, { reading = {}, targets, policy = lead.policy }: LeadImportUpdate): LeadImport {
  const { encoding, delimiter, hasHeader, sheet } = lead.reading;
  return {
    ...lead,
    policy,
    reading: {
      encoding: reading.encoding ?? encoding,
      delimiter: reading.delimiter ?? delimiter,
      hasHeader: reading.hasHeader ?? hasHeader,
      sheet: reading.sheet ?? sheet,
    },
    columns: lead.columns.map((column, at) => ({ ...column, target: targets?.[at] ?? column.target })),
  };
}

/** Follows changes of how the file is read that are under way. */
export const startImport = mutationOptions({
  ...endpointMutation("POST /api/imports/{id}/start", refreshImports),
  scope: { id: "imports" },
  onSuccess: (lead, { params: { id } }, _result, { client }) => client.setQueryData(importQuery(id).queryKey, lead),
});

export const cancelImport = endpointMutation("POST /api/imports/{id}/cancel");

export const undoImport = mutationOptions({
  ...endpointMutation("POST /api/imports/{id}/undo", refreshImports),
  onSuccess: (lead, { params: { id } }, _result, { client }) => client.setQueryData(importQuery(id).queryKey, lead),
});

export const discardImport = {
  ...endpointMutation("DELETE /api/imports/{id}", refreshImports),
  scope: { id: "imports" },
};

/** Download URL of the rejected rows. */
export function rejectsAddress(id: string): string {
  return `/api/imports/${encodeURIComponent(id)}/rejects`;
}

function answerOf(upload: XMLHttpRequest): Response {
  const headers = { "content-type": upload.getResponseHeader("content-type") ?? "" };
  return new Response(upload.responseText, { status: upload.status, statusText: upload.statusText, headers });
}

function refreshImports(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.imports });
  refreshLeads(client);
}
