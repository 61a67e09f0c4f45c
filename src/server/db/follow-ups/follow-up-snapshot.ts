import type { Suppression } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import {
  type FollowUpMessage,
  MESSAGE_CODEC,
  QUESTION_CODEC,
  type QuestionRecord,
  SUPPRESSION_CODEC,
} from "#server/db/follow-ups/follow-up-rows.ts";
import { erasedAddress } from "#server/db/erasure/erased-keys.ts";
import type { StoredRow } from "#server/db/engine/table.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";
import { all, first, type Work } from "#server/db/engine/work.ts";

/** The state of a lead's follow-up, read in one transaction. */
export interface FollowUpSnapshot {
  lead: StoredLead;
  questions: QuestionRecord[];
  /** Oldest first. */
  messages: FollowUpMessage[];
  /** For the lead's address. */
  suppression: Suppression | null;
  /** The latest message from the lead that has a Message-ID to reply to. */
  lastEmail: { messageId: string; subject: string; date: string } | null;
}

/** The state of a lead's follow-up. */
export function* followUpSnapshot(lead: StoredLead): Work<FollowUpSnapshot> {
  const questions = yield* questionsOf(lead.id);
  const messages = yield* findMessages(sql`where lead_id = ${lead.id} order by id`);
  // A key without brackets is derived from the message's content, not a Message-ID, so nothing can reply to it.
  const email = yield* first(
    sql<{ message_key: string; subject: string; date: string }>`
      select message_key, subject, date from processed_emails
      where lead_id = ${lead.id} and message_key like '<%' order by date desc, id desc limit 1`,
  );
  return {
    lead,
    questions,
    messages,
    suppression: lead.emailKey === null ? null : yield* suppressionOf(lead.emailKey),
    lastEmail: email === null ? null : { messageId: email.message_key, subject: email.subject, date: email.date },
  };
}

/** The questions of a lead that a person or the automation has acted on. */
export function* questionsOf(leadId: string): Work<QuestionRecord[]> {
  const rows = yield* all(
    sql<StoredRow>`select * from follow_up_questions where lead_id = ${leadId} order by question_type`,
  );
  return rows.map(QUESTION_CODEC.toRecord);
}

/** Messages to leads found by a SELECT with this tail. */
export function* findMessages(rest: Sql): Work<FollowUpMessage[]> {
  return (yield* all(sql<StoredRow>`select * from follow_up_messages ${rest}`)).map(MESSAGE_CODEC.toRecord);
}

/** Why an address is suppressed; null when it isn't. An erased person who unsubscribed stays suppressed. */
export function* suppressionOf(addressKey: string): Work<Suppression | null> {
  const erased = yield* erasedAddress(addressKey);
  const row = yield* first(
    sql<StoredRow>`
      select * from mail_suppressions where address in (${addressKey}, ${erased ?? addressKey})`,
  );
  return row === null ? null : SUPPRESSION_CODEC.toRecord(row);
}
