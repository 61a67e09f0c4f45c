import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NewWriteBack, WriteBackUpdate } from "#shared/contract/leads/write-back.ts";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";

export const writeBacksQuery = queryOptions({
  queryKey: [...keys.webhooks, "write-backs"],
  queryFn: ({ signal }) => request("GET /api/write-backs", { signal }),
});

export const createWriteBack = mutationOptions({
  mutationFn: (body: NewWriteBack) => requestAction("POST /api/write-backs", { body }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const updateWriteBack = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: WriteBackUpdate }) =>
    requestAction("PATCH /api/write-backs/{id}", { params: { id }, body: change }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const deleteWriteBack = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/write-backs/{id}", { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.webhooks });
}
