import { isOpenQuestion } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import type { QuestionRecord } from "#server/store/follow-up-types.ts";
import { stoppedBy } from "#server/workflows/follow-up/follow-ups.ts";
import { leadAfter } from "#server/workflows/follow-up/question-change.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Ends questions whose reason to ask has gone: what was missing has been filled in, or a person rejected or approved the
 * lead. Also asked at the moment of sending; this keeps what people see true.
 */
export async function settleFollowUps({ store, clock, feed, stopping }: Workspace): Promise<void> {
  while (!stopping.aborted) {
    const leadIds = await store.followUps.settled(LIMITS.list.pageSize);
    for (const leadId of leadIds) {
      const now = clock().toISOString();
      await store.followUps.change(leadId, (standing) => {
        const stopped = standing.questions
          .filter((question) => isOpenQuestion(question) || question.state === "failed")
          .flatMap((question) => settledBy(question, standing.lead) ?? []);
        const lead = leadAfter(standing, stopped, now);
        return { questions: stopped, ...(lead && { lead }) };
      });
    }
    if (leadIds.length > 0) feed.changed(["leads"], leadIds);
    if (leadIds.length < LIMITS.list.pageSize) return;
  }
}

function settledBy(question: QuestionRecord, lead: StoredLead): QuestionRecord | null {
  if (question.state === "sending") return null;
  if (lead.status === "rejected") return stoppedBy(question, "The lead was rejected.");
  if (lead.status === "approved" && question.leadStatus !== "approved") {
    return stoppedBy(question, "The lead was approved.");
  }
  if (!lead.missingInfo.includes(question.questionType)) return stoppedBy(question, "This is known by now.");
  return null;
}
