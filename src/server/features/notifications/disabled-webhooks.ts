import type { Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

/** Integrations that Winnow turned off because their receiver failed for days or refused further events. */
export async function disabledWebhooks({ store }: Pick<Workspace, "store">): Promise<Need[]> {
  const endpoints = await store.webhookEndpoints.list();
  return endpoints.flatMap(({ id, url, description, isActive, disabledAt, lastError }): Need[] => {
    if (isActive || disabledAt === null) return [];
    return [
      {
        id: `webhook_disabled:${id}:${disabledAt}`,
        kind: "webhook_disabled",
        title: `${description || url} was turned off`,
        description: lastError || "It no longer accepts events.",
        at: disabledAt,
        href: `/integrations?edit=${id}`,
      },
    ];
  });
}
