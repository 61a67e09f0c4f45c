import type { Suppression } from "#shared/contract/follow-up-question.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import {
  findMessages,
  followUpSnapshot,
  suppressionOf,
  type FollowUpMessage,
  type FollowUpSnapshot,
} from "#server/db/follow-ups/follow-up-rows.ts";
import { writeFollowUp, writeSuppression, type FollowUpWrite } from "#server/db/follow-ups/follow-up-write.ts";
import { byIndexKey } from "#server/db/engine/index-key.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import { lockedLead } from "#server/db/leads/lead-rows.ts";
import { all, allIds, countRows, exists, first, isRowId, run, sql, type Sql } from "#server/db/engine/sql.ts";
import { passable } from "#server/db/leads/lead-walk.ts";
import { totalInProgress } from "#server/db/leads/lead-totals.ts";
import type { Table } from "#server/db/engine/table.ts";

/** Must match the index's condition for an open question. */
const IS_OPEN = sql`state in ('approved', 'sending', 'sent', 'failed')`;

type SendSettings = Pick<Settings, "followUpAutomatic" | "followUpAttempts">;

/** Due questions, without those that wait for a person or until sending is automatic again. */
function toSend(at: string, { followUpAutomatic, followUpAttempts }: SendSettings): Sql {
  const isMeant = followUpAutomatic
    ? sql`(state <> 'failed' or is_automatic)`
    : sql`(state = 'approved' and not is_automatic
        or state = 'sent' and lead_id in (select id from leads where follow_up_attempts >= ${followUpAttempts}))`;
  // Questions of deleted and merged leads stay for an undo; counted, they would keep others from being sent.
  return sql`from follow_up_questions where ${IS_OPEN} and due_at <= ${at} and state <> 'sending' and ${isMeant}
    and exists (select 1 from leads where leads.id = follow_up_questions.lead_id)`;
}

/** Follow-up questions, the messages that asked them, and suppressed addresses. */
export function followUpStore(engine: Engine) {
  return {
    /** Null when there is no such lead. */
    snapshot: (leadId: string) =>
      engine.run(function* () {
        if (!isRowId(leadId)) return null;
        const row = yield* first(sql<Row>`select * from leads where id = ${leadId}`);
        return row === null ? null : yield* followUpSnapshot(leadOfRow(row));
      }),

    /**
     * Locks a lead, reads its follow-up state and writes what `decide` returns, in one transaction; writes nothing when
     * it returns null or throws. Null when there is no such lead; `actId` is the undoable action, if any.
     */
    change: (leadId: string, decide: (snapshot: FollowUpSnapshot) => FollowUpWrite | null) =>
      engine.transact(function* () {
        const lead = isRowId(leadId) ? yield* lockedLead(engine, leadId) : null;
        if (lead === null) return null;
        const snapshot = yield* followUpSnapshot(lead);
        const write = decide(snapshot);
        return { actId: write === null ? null : yield* writeFollowUp(engine, snapshot, write) };
      }),

    /** Our messages among these Message-IDs. */
    messagesById: async (messageIds: readonly string[]) =>
      messageIds.length === 0
        ? []
        : engine.run(() => findMessages(sql`where ${engine.sql.isOneOf("message_id", messageIds)} order by id`)),

    async messageOfToken(token: string): Promise<FollowUpMessage | null> {
      return (await engine.run(() => findMessages(sql`where token = ${token}`)))[0] ?? null;
    },

    /** The latest message to each of these normalized addresses, by address. */
    async latestTo(addressKeys: readonly string[]): Promise<Map<string, FollowUpMessage>> {
      if (addressKeys.length === 0) return new Map();
      const isOneOf = engine.sql.isOneOf("address_key", addressKeys);
      const found = await engine.run(() =>
        findMessages(sql`where id in (select max(id) from follow_up_messages where ${isOneOf} group by address_key)`),
      );
      return new Map(found.map((message) => [message.addressKey, message]));
    },

    /** Messages still marked as sending, oldest first: in progress, or left by a process that ended. */
    unfinished: () => engine.run(() => findMessages(sql`where state = 'sending' order by id`)),

    /** Leads with an approved or sent question that is no longer needed: the answer is known, or a person decided. */
    settled: (limit: number) =>
      engine.run(() =>
        allIds(sql`
          select distinct lead_id from (select * from follow_up_questions where ${IS_OPEN}) q
          join leads l on l.id = q.lead_id
          where q.state <> 'sending' and (l.status = 'rejected'
            or (l.status = 'approved' and q.lead_status <> 'approved')
            or l.missing_info not like '%"' || q.question_type || '"%')
          limit ${limit}`),
      ),

    /** Leads with a question to send at `at`, longest waiting first. */
    due: (at: string, settings: SendSettings, limit: number) =>
      engine.run(() =>
        allIds(sql`
          select lead_id ${toSend(at, settings)} group by lead_id order by min(due_at), lead_id limit ${limit}`),
      ),

    /** How many questions are to be sent at `at`. */
    countDue: (at: string, settings: SendSettings) => engine.run(() => countRows(toSend(at, settings))),

    /** How many messages were started since. */
    countSince: (at: string) => engine.run(() => countRows(sql`from follow_up_messages where started_at >= ${at}`)),

    /**
     * The next leads that arrived after the first call and no later than `until`, come from one of `sources`, have
     * missing information and can be emailed. The same ones again until `passLeads` got `last`; null if there are none.
     */
    newLeads: (until: string, sources: readonly string[], limit: number) =>
      engine.transact(function* () {
        const walk = yield* first(sql<{ last_lead_id: string | number }>`select last_lead_id from follow_up_walk`);
        if (walk === null) {
          yield* run(sql`
            insert into follow_up_walk (id, last_lead_id) select 1, coalesce(max(id), 0) from leads
            where true on conflict (id) do nothing`);
          return { leadIds: [], last: null };
        }
        const rows = yield* all(sql<Passed>`
          select id, created_at, source, status, qualification_status, email_key, follow_up_attempts from leads
          where id > ${walk.last_lead_id} order by id limit ${limit}`);
        const passed = passable(rows, until);
        const leadIds = passed
          .filter(
            ({ source, status, qualification_status, email_key, follow_up_attempts }) =>
              sources.includes(source) &&
              (status === "pending" || status === "qualified") &&
              qualification_status === "incomplete" &&
              email_key !== null &&
              follow_up_attempts === 0,
          )
          .map(({ id }) => String(id));
        return { leadIds, last: passed.at(-1)?.id ?? null };
      }),

    /** Has `newLeads` continue after a lead. Never goes back, as a run that lost its lease would. */
    passLeads: (last: string | number) =>
      engine.transact(() => run(sql`update follow_up_walk set last_lead_id = ${last} where last_lead_id < ${last}`)),

    /** Whether `newLeads` was called since `endWalk`. */
    isWalking: () => engine.run(() => exists(sql`select id from follow_up_walk`)),

    /** Restarts `newLeads`, so that it covers only leads arriving from then on. */
    endWalk: () => engine.transact(() => run(sql`delete from follow_up_walk`)),

    suppression: (addressKey: string) => engine.run(() => suppressionOf(addressKey)),

    suppress: (addressKey: string, suppression: Suppression) =>
      engine.transact(() => writeSuppression(addressKey, suppression)),

    /** The ids of analyzed messages with these keys, in any mailbox. */
    async emailIds(messageKeys: readonly string[]): Promise<Map<string, string>> {
      if (messageKeys.length === 0) return new Map();
      const keys = byIndexKey(messageKeys);
      const found = sql<{ id: string | number; message_key: string }>`
        select min(id) as id, message_key from processed_emails
        where ${engine.sql.isOneOf("message_key", [...keys.keys()])} group by message_key`;
      const rows = await engine.run(() => all(found));
      return new Map(rows.map(({ id, message_key }) => [keys.get(message_key) ?? message_key, String(id)]));
    },

    /** How many pending leads have an open question. */
    countPendingInProgress: () => engine.run(totalInProgress),
  };
}

export type FollowUpStore = ReturnType<typeof followUpStore>;

export const FOLLOW_UP_WALK: Table = { name: "follow_up_walk", backup: "all", people: { none: "numbers" } };

interface Passed {
  id: string | number;
  created_at: string;
  source: string;
  status: string;
  qualification_status: string;
  email_key: string | null;
  follow_up_attempts: number;
}
