import type { Suppression } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import {
  type FollowUpMessage,
  type FollowUpSnapshot,
  MESSAGE_CODEC,
  QUESTION_CODEC,
  type QuestionRecord,
  REPLACE_QUESTION,
} from "#server/db/follow-ups/follow-up-rows.ts";
import { journalRow, writeJournal } from "#server/db/journal/journal-rows.ts";
import { recheckAddress } from "#server/db/addresses/address-marks.ts";
import { writeLeads } from "#server/db/leads/lead-rows.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";

/** Changes to write to a follow-up; omitted fields stay as they are. */
export interface FollowUpWrite extends Scored {
  /** Each replaces the question of its type. */
  questions?: readonly QuestionRecord[];
  newMessage?: Omit<FollowUpMessage, "id" | "leadId">;
  /** Replaces the message with its id. */
  message?: FollowUpMessage;
  lead?: StoredLead;
  /** For the lead's address; null lifts it. */
  suppression?: Suppression | null;
  journal?: readonly Omit<NewJournalEntry, "leadId">[];
  /** The journal entry of a person's action on `questions`, which can be undone. */
  act?: Omit<NewJournalEntry, "leadId">;
}

/** Writes a follow-up's changes; returns the undoable action, or null without one. */
export function* writeFollowUp(
  engine: Engine,
  { lead: before, questions: known }: FollowUpSnapshot,
  write: FollowUpWrite,
): Work<string | null> {
  const { questions = [], newMessage, message, lead, suppression, journal = [], act } = write;
  const { insertMany } = engine.sql;
  if (questions.length > 0) {
    const rows = questions.map((question) => ({ lead_id: before.id, ...QUESTION_CODEC.toRow(question) }));
    yield* insertMany("follow_up_questions", rows, REPLACE_QUESTION);
  }
  if (newMessage !== undefined)
    yield* insertMany("follow_up_messages", [{ lead_id: before.id, ...MESSAGE_CODEC.toRow(newMessage) }]);
  if (message !== undefined) {
    yield* engine.sql.updateMany("follow_up_messages", [{ ...MESSAGE_CODEC.toRow(message), lead_id: before.id }]);
  }
  if (before.emailKey !== null && suppression !== undefined) {
    if (suppression === null) {
      yield* run(sql`delete from mail_suppressions where address = ${before.emailKey}`);
      yield* recheckAddress(before.emailKey);
    } else yield* writeSuppression(before.emailKey, suppression);
  }
  if (lead !== undefined) yield* writeLeads(engine, [{ before, after: lead }]);
  const rows = journal.map((entry) => journalRow({ ...entry, leadId: before.id }));
  if (rows.length > 0) yield* insertMany("journal", rows);
  let actId: string | null = null;
  if (act !== undefined) {
    const changes = questions.map((after) => ({
      before: known.find(({ questionType }) => questionType === after.questionType) ?? null,
      after,
    }));
    actId = yield* writeJournal({ ...act, leadId: before.id }, { kind: "follow-up", questions: changes });
  }
  yield* followRules(engine, write);
  return actId;
}

/** Never overwrites an unsubscribe, whatever happens to the address later. */
export function* writeSuppression(addressKey: string, { kind, reason, at }: Suppression): Work<void> {
  yield* run(sql`
    insert into mail_suppressions (address, kind, reason, at) values (${addressKey}, ${kind}, ${reason}, ${at})
    on conflict (address) do update set kind = excluded.kind, reason = excluded.reason, at = excluded.at
    where mail_suppressions.kind <> 'unsubscribed'`);
  yield* recheckAddress(addressKey);
}
