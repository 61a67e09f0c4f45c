import { sql } from "kysely";
import type { Suppression } from "#shared/contract/follow-up-question.ts";
import type { Engine } from "#server/store/engine.ts";
import { messageRow, questionRow, REPLACE_QUESTION } from "#server/store/follow-up-rows.ts";
import type { FollowUpStanding, FollowUpWrite } from "#server/store/follow-up-types.ts";
import { journalRow, writeJournal } from "#server/store/journal-rows.ts";
import { writeLeads } from "#server/store/lead-rows.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { run, type Work } from "#server/store/work.ts";

/** Writes what was decided of a follow-up; answers the act that can be taken back, null without one. */
export function* writeFollowUp(
  engine: Engine,
  { lead: before, questions: known }: FollowUpStanding,
  write: FollowUpWrite,
): Work<string | null> {
  const { questions = [], newMessage, message, lead, suppression, journal = [], act } = write;
  const { insertMany } = engine.sql;
  if (questions.length > 0) {
    const rows = questions.map((question) => questionRow(before.id, question));
    yield* insertMany("follow_up_questions", rows, REPLACE_QUESTION);
  }
  if (newMessage !== undefined) yield* insertMany("follow_up_messages", [messageRow(before.id, newMessage)]);
  if (message !== undefined) {
    yield* engine.sql.updateMany("follow_up_messages", [{ ...messageRow(before.id, message), id: message.id }]);
  }
  if (before.emailKey !== null && suppression !== undefined) {
    if (suppression === null) yield* run(sql`delete from mail_suppressions where address = ${before.emailKey}`);
    else yield* writeSuppression(before.emailKey, suppression);
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
    actId = yield* writeJournal(engine, { ...act, leadId: before.id }, { kind: "follow-up", questions: changes });
  }
  yield* followRules(engine, write);
  return actId;
}

/** Who asked not to be written to stays so, whatever becomes of their address. */
export function* writeSuppression(addressKey: string, { kind, reason, at }: Suppression): Work<void> {
  yield* run(sql`
    insert into mail_suppressions (address, kind, reason, at) values (${addressKey}, ${kind}, ${reason}, ${at})
    on conflict (address) do update set kind = excluded.kind, reason = excluded.reason, at = excluded.at
    where mail_suppressions.kind <> 'unsubscribed'`);
}
