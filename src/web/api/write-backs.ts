import type { QueryClient } from "@tanstack/react-query";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const writeBacksQuery = endpointQuery([...keys.webhooks, "write-backs"], "GET /api/write-backs");

export const createWriteBack = endpointAction("POST /api/write-backs", refresh);
export const updateWriteBack = endpointAction("PATCH /api/write-backs/{id}", refresh);
export const deleteWriteBack = endpointAction("DELETE /api/write-backs/{id}", refresh);

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.webhooks });
}
