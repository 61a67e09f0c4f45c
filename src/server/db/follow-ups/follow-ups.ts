import type { Engine } from "#server/db/engine/engine.ts";
import { findMessages, followUpSnapshot, suppressionOf } from "#server/db/follow-ups/follow-up-snapshot.ts";
import type { FollowUpStore } from "#server/db/follow-ups/follow-up-types.ts";
import { walkNewLeads } from "#server/db/follow-ups/follow-up-walk.ts";
import { writeFollowUp, writeSuppression } from "#server/db/follow-ups/follow-up-write.ts";
import { byIndexKey } from "#server/db/engine/index-key.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import { lockedLead } from "#server/db/leads/lead-rows.ts";
import { isRowId } from "#server/db/engine/row-id.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";
import { totalInProgress } from "#server/db/leads/lead-totals.ts";
import { all, countRows, first, run, type Work } from "#server/db/engine/work.ts";

/** Must match the index's condition for an open question. */
const IS_OPEN = sql`state in ('approved', 'sending', 'sent', 'failed')`;

/** Follow-up questions, the messages that asked them, and suppressed addresses. */
export function followUpStore(engine: Engine): FollowUpStore {
  return {
    snapshot: (leadId) =>
      engine.run(function* () {
        if (!isRowId(leadId)) return null;
        const row = yield* first(sql<Row>`select * from leads where id = ${leadId}`);
        return row === null ? null : yield* followUpSnapshot(leadOfRow(row));
      }),

    change: (leadId, decide) =>
      engine.transact(function* () {
        const lead = isRowId(leadId) ? yield* lockedLead(engine, leadId) : null;
        if (lead === null) return null;
        const snapshot = yield* followUpSnapshot(lead);
        const write = decide(snapshot);
        return { actId: write === null ? null : yield* writeFollowUp(engine, snapshot, write) };
      }),

    messagesById: async (messageIds) =>
      messageIds.length === 0
        ? []
        : engine.run(() => findMessages(sql`where ${engine.sql.isOneOf("message_id", messageIds)} order by id`)),

    async messageOfToken(token) {
      return (await engine.run(() => findMessages(sql`where token = ${token}`)))[0] ?? null;
    },

    async latestTo(addressKeys) {
      if (addressKeys.length === 0) return new Map();
      const isOneOf = engine.sql.isOneOf("address_key", addressKeys);
      const found = await engine.run(() =>
        findMessages(sql`where id in (select max(id) from follow_up_messages where ${isOneOf} group by address_key)`),
      );
      return new Map(found.map((message) => [message.addressKey, message]));
    },

    unfinished: () => engine.run(() => findMessages(sql`where state = 'sending' order by id`)),

    settled: (limit) =>
      engine.run(() =>
        leadIds(sql`
          select distinct lead_id from (select * from follow_up_questions where ${IS_OPEN}) q
          join leads l on l.id = q.lead_id
          where q.state <> 'sending' and (l.status = 'rejected'
            or (l.status = 'approved' and q.lead_status <> 'approved')
            or l.missing_info not like '%"' || q.question_type || '"%')
          limit ${limit}`),
      ),

    due: (at, limit) =>
      engine.run(() =>
        leadIds(sql`
          select lead_id from follow_up_questions where ${IS_OPEN} and due_at <= ${at} and state <> 'sending'
          group by lead_id order by min(due_at), lead_id limit ${limit}`),
      ),

    countDue: (at) =>
      engine.run(() =>
        countRows(sql`from follow_up_questions where ${IS_OPEN} and due_at <= ${at} and state <> 'sending'`),
      ),

    countSince: (at) => engine.run(() => countRows(sql`from follow_up_messages where started_at >= ${at}`)),

    walkNewLeads: (until, sources, limit) => engine.transact(() => walkNewLeads(until, sources, limit)),

    endWalk: () => engine.transact(() => run(sql`delete from follow_up_walk`)),

    suppression: (addressKey) => engine.run(() => suppressionOf(addressKey)),

    suppress: (addressKey, suppression) => engine.transact(() => writeSuppression(addressKey, suppression)),

    async emailIds(messageKeys) {
      if (messageKeys.length === 0) return new Map();
      const keys = byIndexKey(messageKeys);
      const found = sql<{ id: string | number; message_key: string }>`
        select min(id) as id, message_key from processed_emails
        where ${engine.sql.isOneOf("message_key", [...keys.keys()])} group by message_key`;
      const rows = await engine.run(() => all(found));
      return new Map(rows.map(({ id, message_key }) => [keys.get(message_key) ?? message_key, String(id)]));
    },

    countPendingInProgress: () => engine.run(totalInProgress),
  };
}

function* leadIds(query: Sql): Work<string[]> {
  // Both callers select only this column.
  const rows = (yield* all(query)) as { lead_id: string | number }[];
  return rows.map(({ lead_id }) => String(lead_id));
}
