import { isOpenQuestion } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import {
  QUESTION_CODEC,
  type QuestionRecord,
  questionsOf,
  REPLACE_QUESTION,
} from "#server/db/follow-ups/follow-up-rows.ts";
import { lockedLead, writeLeads } from "#server/db/leads/lead-rows.ts";
import { run, sql } from "#server/db/engine/sql.ts";
import { inTheWay, type UndoKind } from "#server/db/journal/undo-kind.ts";

/**
 * Undo data of a change to a lead's questions: each one before and after. `before` is null for a question nobody had
 * acted on.
 */
export interface StoredFollowUp {
  questions: { before: QuestionRecord | null; after: QuestionRecord }[];
}

/** Restores the previous text and state of questions, unless one has been sent, answered or changed since. */
export const undoFollowUp: UndoKind<StoredFollowUp> = {
  *undo(engine, { questions }, { at }, leadId) {
    const lead = leadId === null ? null : yield* lockedLead(engine, leadId);
    if (lead === null) throw inTheWay("The lead has since been deleted.");
    const now = new Map((yield* questionsOf(lead.id)).map((question) => [question.questionType, question]));
    for (const { before, after } of questions) {
      if (before?.state === "sending") throw inTheWay("A message was being sent at that time.");
      const question = now.get(after.questionType);
      if (question?.question !== after.question || question.state !== after.state || question.sentAt !== after.sentAt) {
        throw inTheWay("The question has since been sent, answered or changed.");
      }
      if (before === null) {
        now.delete(after.questionType);
        yield* run(
          sql`delete from follow_up_questions where lead_id = ${lead.id} and question_type = ${after.questionType}`,
        );
      } else {
        now.set(after.questionType, before);
        yield* engine.sql.insertMany(
          "follow_up_questions",
          [{ lead_id: lead.id, ...QUESTION_CODEC.toRow(before) }],
          REPLACE_QUESTION,
        );
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
