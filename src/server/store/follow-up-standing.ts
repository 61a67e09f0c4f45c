import { sql, type Selectable } from "kysely";
import type { Suppression } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import {
  messageOfRow,
  questionOfRow,
  suppressionOfRow,
  type MessageTable,
  type QuestionTable,
  type SuppressionTable,
} from "#server/store/follow-up-rows.ts";
import type { FollowUpMessage, FollowUpStanding, QuestionRecord } from "#server/store/follow-up-types.ts";
import { erasedAddress } from "#server/store/people/erased-keys.ts";
import { all, first, type Work } from "#server/store/work.ts";

/** How far a lead's follow-up is. */
export function* standingOf(lead: StoredLead): Work<FollowUpStanding> {
  const questions = yield* questionsOf(lead.id);
  const messages = yield* findMessages(sql`where lead_id = ${lead.id} order by id`);
  // What is no Message-ID is a key made of the message's content, which nothing can answer.
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

/** The questions of a lead that somebody or something acted on. */
export function* questionsOf(leadId: string): Work<QuestionRecord[]> {
  const rows = yield* all(
    sql<Selectable<QuestionTable>>`select * from follow_up_questions where lead_id = ${leadId} order by question_type`,
  );
  return rows.map(questionOfRow);
}

/** The messages to leads that a SELECT with this rest finds. */
export function* findMessages(rest: ReturnType<typeof sql>): Work<FollowUpMessage[]> {
  return (yield* all(sql<Selectable<MessageTable>>`select * from follow_up_messages ${rest}`)).map(messageOfRow);
}

/** Why an address is not written to; null when it is. Who unsubscribed and was erased is still not written to. */
export function* suppressionOf(addressKey: string): Work<Suppression | null> {
  const erased = yield* erasedAddress(addressKey);
  const row = yield* first(
    sql<Selectable<SuppressionTable>>`
      select * from mail_suppressions where address in (${addressKey}, ${erased ?? addressKey})`,
  );
  return row === null ? null : suppressionOfRow(row);
}
