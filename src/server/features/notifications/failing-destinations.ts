import { CRM_FACTS, isCrmKind } from "#shared/crm.ts";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { endpointName, type WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import type { Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Integrations that have failed for some time, and those that Winnow turned off because their receiver failed for days
 * or refused further events.
 */
export async function failingDestinations({ store, clock }: Pick<Workspace, "store" | "clock">): Promise<Need[]> {
  const endpoints = await store.webhookEndpoints.list();
  return endpoints.flatMap((endpoint): Need | [] => {
    const { id, kind, isActive, disabledAt, lastError } = endpoint;
    const name = endpointName(endpoint);
    const href = `/integrations?edit=${id}`;
    if (isActive && hasFailedLong(endpoint, clock())) {
      const at = endpoint.failingSince ?? "";
      return {
        id: `crm_failing:${id}:${at}`,
        kind: "crm_failing",
        title: `${name} is failing`,
        description: lastError,
        at,
        href,
      };
    }
    if (isActive || disabledAt === null) return [];
    return {
      id: `webhook_disabled:${id}:${disabledAt}`,
      kind: "webhook_disabled",
      title: `${name} was turned off`,
      description: lastError || `It no longer accepts ${isCrmKind(kind) ? `${CRM_FACTS[kind].record}s` : "events"}.`,
      at: disabledAt,
      href,
    };
  });
}

function hasFailedLong({ failingSince }: WebhookEndpointRecord, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= LIMITS.crm.failingMinutes * MINUTE;
}
