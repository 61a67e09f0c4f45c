import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import { all, first, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";

export const CRM_RECORDS = recordsTable({
  name: "crm_records",
  fields: {
    /** The account's id in `webhook_endpoints.account`. */
    account: stored.plain<string>(),
    leadId: stored.id(),
    remoteId: stored.plain<string>(),
    sentAt: stored.plain<string>(),
  },
  backup: "all",
  people: {
    kind: "CRM records",
    key: ["id"],
    leads: ["lead_id"],
    texts: [],
    // The record in the CRM stays; it is erased there.
    ofPerson: "delete",
  },
});

/** A lead's record in a CRM account. It outlives the connection, so that connecting again finds it. */
export type CrmRecord = RecordOf<typeof CRM_RECORDS>;

export function crmRecordStore(engine: Engine) {
  const records = recordTable(CRM_RECORDS);
  return {
    /** A lead's records in all accounts, and after them those of leads that were merged into it. */
    async ofLead(leadId: string): Promise<CrmRecord[]> {
      if (!isRowId(leadId)) return [];
      return engine.run(() =>
        records.find(sql`
          where lead_id = ${leadId} or lead_id in (select old_id from lead_aliases where lead_id = ${leadId})
          order by lead_id = ${leadId} desc, id`),
      );
    },

    /** Stores a lead's record, unless the lead was deleted while it was sent. */
    put: ({ account, leadId, remoteId, sentAt }: Omit<CrmRecord, "id">) =>
      engine.transact(() =>
        run(sql`
          insert into crm_records (account, lead_id, remote_id, sent_at)
          select ${account}, id, ${remoteId}, ${sentAt} from leads where id = ${leadId}
          on conflict (account, lead_id) do update set remote_id = excluded.remote_id, sent_at = excluded.sent_at`),
      ),

    /** What an endpoint last accepted of a lead; null if nothing. */
    async lastPayload(endpointId: string, leadId: string): Promise<string | null> {
      const row = await engine.run(() =>
        first(sql<{ payload: string | null }>`
          select payload from webhook_deliveries
          where lead_id = ${leadId} and endpoint_id = ${endpointId} and state = 'delivered' order by id desc limit 1`),
      );
      return row?.payload ?? null;
    },

    /** Of each endpoint, the lead's latest delivery. */
    async latestDeliveries(leadId: string) {
      if (!isRowId(leadId)) return [];
      const rows = await engine.run(() =>
        all(sql<{ id: string | number; state: string; answer: string }>`
          select endpoint_id as id, state, answer from webhook_deliveries d where lead_id = ${leadId} and id = (
            select max(id) from webhook_deliveries e where e.lead_id = d.lead_id and e.endpoint_id = d.endpoint_id)`),
      );
      return rows.map(({ id, state, answer }) => ({ endpointId: String(id), state, answer }));
    },
  };
}

/** Forgets the records that a lead took over from one merged into it, which are that lead's own again. */
export function* returnCrmRecords(leadId: string, otherId: string): Work<void> {
  const others = sql`select account, remote_id from crm_records
    where lead_id = ${otherId} or lead_id in (select old_id from lead_aliases where lead_id = ${otherId})`;
  yield* run(sql`delete from crm_records where lead_id = ${leadId} and (account, remote_id) in (${others})`);
}
