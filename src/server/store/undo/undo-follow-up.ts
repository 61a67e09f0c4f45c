import { sql } from "kysely";
import { isOpenQuestion } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { questionRow, REPLACE_QUESTION } from "#server/store/follow-up-rows.ts";
import type { QuestionRecord } from "#server/store/follow-up-types.ts";
import { questionsOf } from "#server/store/follow-up-standing.ts";
import { lockedLead, writeLeads } from "#server/store/lead-rows.ts";
import { inTheWay, type UndoKind } from "#server/store/undo/undo-kind.ts";
import { run } from "#server/store/work.ts";

/** What an act on a lead's questions keeps: each that it changed on either side, null where nobody had acted on it. */
export interface KeptFollowUp {
  questions: { before: QuestionRecord | null; after: QuestionRecord }[];
}

/** Gives questions back the words and the state that an act replaced, unless one has been sent, answered or changed since. */
export const undoFollowUp: UndoKind<KeptFollowUp> = {
  *undo(engine, { questions }, { at }, leadId) {
    const lead = leadId === null ? null : yield* lockedLead(engine, leadId);
    if (lead === null) throw inTheWay("The lead was deleted since.");
    const now = new Map((yield* questionsOf(lead.id)).map((question) => [question.questionType, question]));
    for (const { before, after } of questions) {
      if (before?.state === "sending") throw inTheWay("A message was on its way then.");
      const question = now.get(after.questionType);
      if (question?.question !== after.question || question.state !== after.state || question.sentAt !== after.sentAt) {
        throw inTheWay("The question was sent, answered or changed since.");
      }
      if (before === null) {
        now.delete(after.questionType);
        yield* run(
          sql`delete from follow_up_questions where lead_id = ${lead.id} and question_type = ${after.questionType}`,
        );
      } else {
        now.set(after.questionType, before);
        yield* engine.sql.insertMany("follow_up_questions", [questionRow(lead.id, before)], REPLACE_QUESTION);
      }
    }
    const hasOpen = [...now.values()].some(isOpenQuestion);
    const rest = lead.missingInfo.length > 0 ? "incomplete" : "complete";
    const after: StoredLead = { ...lead, qualificationStatus: hasOpen ? "in_progress" : rest };
    if (after.qualificationStatus !== lead.qualificationStatus) {
      yield* writeLeads(engine, [{ before: lead, after: { ...after, updatedAt: at } }]);
    }
    return { topics: ["leads"], leadIds: [lead.id] };
  },
};
