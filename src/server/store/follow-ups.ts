import { sql, type Selectable } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import {
  messageOfRow,
  messageRow,
  questionOfRow,
  questionRow,
  suppressionOfRow,
  type MessageTable,
  type QuestionTable,
  type SuppressionTable,
} from "#server/store/follow-up-rows.ts";
import type { FollowUpMessage, FollowUpStanding, FollowUpStore, FollowUpWrite } from "#server/store/follow-up-types.ts";
import { walkNewLeads } from "#server/store/follow-up-walk.ts";
import { byIndexKey } from "#server/store/index-key.ts";
import { journalRow } from "#server/store/journal-rows.ts";
import { lockedLead, writeLeads } from "#server/store/lead-rows.ts";
import { leadOfRow, type Row } from "#server/store/lead-columns.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

type QuestionRow = Selectable<QuestionTable>;
type MessageRow = Selectable<MessageTable>;

/** As the index has it: a question that is not over. */
const IS_OPEN = sql`state in ('approved', 'sending', 'sent', 'failed')`;
const REPLACE = `on conflict (lead_id, question_type) do update set question = excluded.question, state = excluded.state,
  reason = excluded.reason, attempt = excluded.attempt, is_automatic = excluded.is_automatic,
  lead_status = excluded.lead_status, due_at = excluded.due_at, response = excluded.response,
  response_key = excluded.response_key, sent_at = excluded.sent_at, responded_at = excluded.responded_at`;

/** Questions to leads, the messages that asked them, and the addresses that are not written to. */
export function followUpStore(engine: Engine): FollowUpStore {
  const messages = (rest: ReturnType<typeof sql>): Work<FollowUpMessage[]> => foundMessages(rest);
  return {
    standing: (leadId) =>
      engine.run(function* () {
        if (!isRowId(leadId)) return null;
        const row = yield* first(sql<Row>`select * from leads where id = ${leadId}`);
        return row === null ? null : yield* standingOf(leadOfRow(row));
      }),

    change: (leadId, decide) =>
      engine.transact(function* () {
        const lead = isRowId(leadId) ? yield* lockedLead(engine, leadId) : null;
        if (lead === null) return false;
        const write = decide(yield* standingOf(lead));
        if (write !== null) yield* writeFollowUp(engine, lead, write);
        return true;
      }),

    messagesById: async (messageIds) =>
      messageIds.length === 0
        ? []
        : engine.run(() => messages(sql`where ${engine.sql.isOneOf("message_id", messageIds)} order by id`)),

    async messageOfToken(token) {
      return (await engine.run(() => messages(sql`where token = ${token}`)))[0] ?? null;
    },

    async latestTo(addressKeys) {
      if (addressKeys.length === 0) return new Map();
      const isOneOf = engine.sql.isOneOf("address_key", addressKeys);
      const found = await engine.run(() =>
        messages(sql`where id in (select max(id) from follow_up_messages where ${isOneOf} group by address_key)`),
      );
      return new Map(found.map((message) => [message.addressKey, message]));
    },

    unfinished: () => engine.run(() => messages(sql`where state = 'sending' order by id`)),

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
        counted(sql`from follow_up_questions where ${IS_OPEN} and due_at <= ${at} and state <> 'sending'`),
      ),

    countSince: (at) => engine.run(() => counted(sql`from follow_up_messages where started_at >= ${at}`)),

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

    countPendingInProgress: () =>
      // The value stands in the text, because the index holds no others.
      engine.run(() => counted(sql`from leads where qualification_status = 'in_progress' and status = 'pending'`)),
  };
}

function* foundMessages(rest: ReturnType<typeof sql>): Work<FollowUpMessage[]> {
  return (yield* all(sql<MessageRow>`select * from follow_up_messages ${rest}`)).map(messageOfRow);
}

function* leadIds(query: ReturnType<typeof sql>): Work<string[]> {
  // Both callers select just this column.
  const rows = (yield* all(query)) as { lead_id: string | number }[];
  return rows.map(({ lead_id }) => String(lead_id));
}

function* counted(from: ReturnType<typeof sql>): Work<number> {
  return Number((yield* first(sql<{ n: number | string }>`select count(*) as n ${from}`))?.n ?? 0);
}

function* standingOf(lead: StoredLead): Work<FollowUpStanding> {
  const questions = yield* all(
    sql<QuestionRow>`select * from follow_up_questions where lead_id = ${lead.id} order by question_type`,
  );
  const messages = yield* foundMessages(sql`where lead_id = ${lead.id} order by id`);
  // What is no Message-ID is a key made of the message's content, which nothing can answer.
  const email = yield* first(
    sql<{ message_key: string; subject: string }>`
      select message_key, subject from processed_emails
      where lead_id = ${lead.id} and message_key like '<%' order by date desc, id desc limit 1`,
  );
  return {
    lead,
    questions: questions.map(questionOfRow),
    messages,
    suppression: lead.emailKey === null ? null : yield* suppressionOf(lead.emailKey),
    lastEmail: email === null ? null : { messageId: email.message_key, subject: email.subject },
  };
}

function* writeFollowUp(engine: Engine, before: StoredLead, write: FollowUpWrite): Work<void> {
  const { questions = [], newMessage, message, lead, suppression, journal = [] } = write;
  const { insertMany } = engine.sql;
  if (questions.length > 0) {
    yield* insertMany(
      "follow_up_questions",
      questions.map((question) => questionRow(before.id, question)),
      REPLACE,
    );
  }
  if (newMessage !== undefined) yield* insertMany("follow_up_messages", [messageRow(before.id, newMessage)]);
  if (message !== undefined) {
    const { id, state, error, startedAt, finishedAt } = message;
    yield* run(sql`
      update follow_up_messages
      set state = ${state}, error = ${error}, started_at = ${startedAt}, finished_at = ${finishedAt} where id = ${id}`);
  }
  if (before.emailKey !== null && suppression !== undefined) {
    if (suppression === null) yield* run(sql`delete from mail_suppressions where address = ${before.emailKey}`);
    else yield* writeSuppression(before.emailKey, suppression);
  }
  if (lead !== undefined) yield* writeLeads(engine, [{ before, after: lead }]);
  if (journal.length > 0) {
    yield* insertMany(
      "journal",
      journal.map((entry) => journalRow({ ...entry, leadId: before.id })),
    );
  }
  yield* followRules(engine, write);
}

function* suppressionOf(addressKey: string): Work<FollowUpStanding["suppression"]> {
  const row = yield* first(
    sql<Selectable<SuppressionTable>>`select * from mail_suppressions where address = ${addressKey}`,
  );
  return row === null ? null : suppressionOfRow(row);
}

/** Who asked not to be written to stays so, whatever becomes of their address. */
function* writeSuppression(
  addressKey: string,
  { kind, reason, at }: NonNullable<FollowUpStanding["suppression"]>,
): Work<void> {
  yield* run(sql`
    insert into mail_suppressions (address, kind, reason, at) values (${addressKey}, ${kind}, ${reason}, ${at})
    on conflict (address) do update set kind = excluded.kind, reason = excluded.reason, at = excluded.at
    where mail_suppressions.kind <> 'unsubscribed'`);
}
