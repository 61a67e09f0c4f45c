import type { LeadStatus } from "#shared/lead-status.ts";
import { CRM_FACTS, inSentence, isCrmKind } from "#shared/crm.ts";
import { AppError } from "#server/platform/errors.ts";
import { saveRecord, type CrmClient, type CrmCredentials } from "#server/delivery/crm/crm-client.ts";
import { CrmFailure, type CrmFailureKind } from "#server/delivery/crm/crm-failure.ts";
import { crmLeadOf } from "#server/features/crm-sending/lead-values.ts";
import type { WebhookDeliveryRecord } from "#server/db/outbox/webhook-deliveries.ts";
import type { WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import type { Workspace } from "#server/workspace.ts";

/** What the credentials of a CRM are sealed for. */
export const CRM_SECRET = "crm-secret";

/** What became of a lead or a sheet. `unsent`: there was nothing to send, or no way to try. `unchanged`: it is there. */
export interface SendResult {
  failure: CrmFailureKind | "unsent" | "unchanged" | null;
  /** The status of the answer; null without one. */
  status: number | null;
  /** One sentence for people. */
  answer: string;
  /** How long the receiver asks to wait; null if it doesn't. */
  waitMilliseconds: number | null;
}

/** The status that makes a connection send a lead. It may have changed while the delivery waited. */
const STATUS_OF: Readonly<Record<string, LeadStatus>> = { "lead.qualified": "qualified", "lead.approved": "approved" };

/** Updates or creates a lead's record in a CRM, and stores its id. */
export async function sendToCrm(
  workspace: Workspace,
  connection: WebhookEndpointRecord,
  { id, type, leadId, lastAttempt }: WebhookDeliveryRecord,
): Promise<SendResult> {
  const { store, clock, publicUrl } = workspace;
  const { account } = connection;
  const lead = leadId === null ? null : await store.leads.get(leadId);
  if (lead === null || account === null) return outcome("unsent", "The lead was deleted, so it wasn't sent.");
  const status = STATUS_OF[type];
  if (status !== undefined && lead.status !== status && lead.status !== "approved") {
    return outcome("unsent", `The lead is no longer ${status}, so it wasn't sent.`);
  }
  const sent = crmLeadOf(lead, connection, publicUrl);
  const payload = payloadOf(sent);
  const known = (await store.crmRecords.ofLead(lead.id)).find((record) => record.account === account.id);
  // Otherwise the approval of a qualified lead would undo what sales changed since.
  const isUnchanged =
    status !== undefined &&
    lastAttempt === null &&
    (await store.crmRecords.lastPayload(connection.id, lead.id)) === payload;
  // Built for each attempt: a repeat has to send the latest values, not older ones.
  await store.webhookDeliveries.fix([{ id, payload }]);
  if (known !== undefined && isUnchanged) return outcome("unchanged", linkOf(account.link, known.remoteId));
  try {
    const remoteId = await saveRecord(clientOf(workspace, connection), sent, known?.remoteId ?? null);
    await store.crmRecords.put({ account: account.id, leadId: lead.id, remoteId, sentAt: clock().toISOString() });
    return outcome(null, linkOf(account.link, remoteId));
  } catch (error) {
    if (error instanceof CrmFailure) {
      return {
        failure: error.kind,
        status: error.status,
        answer: error.message,
        waitMilliseconds: error.waitMilliseconds,
      };
    }
    if (error instanceof AppError && error.id === "secret_unreadable") return outcome("access", error.message);
    throw error;
  }
}

/** The account that a connection's stored credentials are for. Throws secret_unreadable or CrmFailure. */
export function clientOf(workspace: Pick<Workspace, "crms" | "secrets">, connection: WebhookEndpointRecord): CrmClient {
  return workspace.crms.client(credentialsOf(workspace, connection));
}

/** Throws secret_unreadable, or CrmFailure where a restore left no secret. */
export function credentialsOf(
  { secrets }: Pick<Workspace, "secrets">,
  { kind, account, sealedSecret }: WebhookEndpointRecord,
): CrmCredentials {
  if (!isCrmKind(kind) || account === null) throw new Error(`${kind} isn't a CRM.`);
  if (sealedSecret === null) {
    const { label, secret } = CRM_FACTS[kind];
    const sentence = `The ${inSentence(secret.label)} of ${label} is missing since a restore: enter it again.`;
    throw new CrmFailure("access", sentence, null);
  }
  return { kind, site: account.site, clientId: account.clientId, secret: secrets.open(sealedSecret, CRM_SECRET) };
}

/** A record's page. */
export function linkOf(link: string, remoteId: string): string {
  return link.replace("{id}", encodeURIComponent(remoteId));
}

function payloadOf({ email, fields, owner }: ReturnType<typeof crmLeadOf>): string {
  return JSON.stringify({ email, fields, ...(owner !== null && { owner }) });
}

function outcome(failure: SendResult["failure"], answer: string): SendResult {
  return { failure, status: null, answer, waitMilliseconds: null };
}
