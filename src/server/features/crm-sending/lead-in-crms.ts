import type { LeadInCrm } from "#shared/contract/crm-connection.ts";
import { isCrmKind } from "#shared/crm.ts";
import { linkOf } from "#server/features/crm-sending/send-to-crm.ts";
import type { Workspace } from "#server/workspace.ts";

/** A lead in each connected CRM. */
export async function leadInCrms({ store }: Pick<Workspace, "store">, leadId: string): Promise<LeadInCrm[]> {
  const endpoints = await store.webhookEndpoints.list();
  if (endpoints.every(({ kind }) => !isCrmKind(kind))) return [];
  const [records, latest] = await Promise.all([
    store.crmRecords.ofLead(leadId),
    store.crmRecords.latestDeliveries(leadId),
  ]);
  return endpoints.flatMap(({ id, kind, url, account }): LeadInCrm | [] => {
    if (!isCrmKind(kind) || account === null) return [];
    const record = records.find((one) => one.account === account.id);
    const delivery = latest.find(({ endpointId }) => endpointId === id);
    return {
      connectionId: id,
      kind,
      name: url,
      url: record === undefined ? null : linkOf(account.link, record.remoteId),
      sentAt: record?.sentAt ?? null,
      error: delivery === undefined || delivery.state === "delivered" ? "" : delivery.answer,
      isWaiting: delivery?.state === "waiting",
    };
  });
}
