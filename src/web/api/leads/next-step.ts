import { mutationOptions } from "@tanstack/react-query";
import type { NextStepUpdate } from "#shared/contract/leads/next-step.ts";
import { requestAction } from "#web/api/connection/client.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

/** What happens to a lead's next step: set or moved, done, or removed. */
export type NextStepChange = NextStepUpdate | "done" | "removed";

/** Changes a lead's next step. Resolves to the lead and the action id for undo. */
export const changeNextStep = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: NextStepChange }) => {
    const params = { id };
    if (change === "done") return requestAction("POST /api/leads/{id}/next-step/done", { params });
    if (change === "removed") return requestAction("DELETE /api/leads/{id}/next-step", { params });
    return requestAction("PUT /api/leads/{id}/next-step", { params, body: change });
  },
  onSettled: (_answer, _error, _input, _result, { client }) => refreshLeads(client),
});
