import { isCrmKind } from "#shared/crm.ts";
import { WRITE_BACK_KIND } from "#shared/contract/leads/write-back.ts";
import type { WebhookDeliveryRecord } from "#server/db/outbox/webhook-deliveries.ts";
import type { WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import { chatMessage } from "#server/features/webhooks/chat-message.ts";
import type { Workspace } from "#server/workspace.ts";

/** Builds what is sent for a delivery of a webhook, or for several at once to a chat. */
export async function payloadOf(
  workspace: Pick<Workspace, "store" | "publicUrl">,
  { kind, payload }: Pick<WebhookEndpointRecord, "kind" | "payload">,
  deliveries: readonly [WebhookDeliveryRecord, ...WebhookDeliveryRecord[]],
): Promise<string> {
  if (isCrmKind(kind) || kind === WRITE_BACK_KIND) throw new Error("CRMs and sheets get a lead's values.");
  if (kind !== "webhook") return chatMessage(workspace, kind, deliveries);
  const [{ type, createdAt, leadId, data }] = deliveries;
  const lead = payload === "full" && leadId !== null ? await leadOf(workspace, leadId) : undefined;
  return JSON.stringify({
    type,
    timestamp: createdAt,
    data: { ...(leadId !== null && { leadId }), ...data, ...(lead !== undefined && { lead }) },
  });
}

/** The lead as the API returns it, without the raw input. */
async function leadOf({ store }: Pick<Workspace, "store">, id: string): Promise<object | null> {
  const json = await store.leads.json(id);
  if (json === null) return null;
  const { rawData: _raw, sourceData: _source, ...lead } = JSON.parse(json) as Record<string, unknown>;
  return lead;
}
