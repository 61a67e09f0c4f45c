import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { NewWriteBack, WriteBackUpdate } from "#shared/contract/leads/write-back.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";

export const writeBacksQuery = endpointQuery([...keys.webhooks, "write-backs"], "GET /api/write-backs");

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
