import { isOpenQuestion } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import type { QuestionRecord } from "#server/db/follow-ups/follow-up-rows.ts";
import { stoppedBy } from "#server/features/follow-ups/follow-ups.ts";
import { leadAfter } from "#server/features/follow-ups/question-change.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Ends questions that are no longer needed: the information was filled in, or a person approved or rejected the lead.
 * Sending checks this too; this keeps the screens right.
 */
export async function settleFollowUps({ store, clock, feed, stopping }: Workspace): Promise<void> {
  while (!stopping.aborted) {
    const leadIds = await store.followUps.settled(LIMITS.list.pageSize);
    for (const leadId of leadIds) {
      const now = clock().toISOString();
      await store.followUps.change(leadId, (snapshot) => {
        const stopped = snapshot.questions
          .filter((question) => isOpenQuestion(question) || question.state === "failed")
          .flatMap((question) => settledBy(question, snapshot.lead) ?? []);
        const lead = leadAfter(snapshot, stopped, now);
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
  if (!lead.missingInfo.includes(question.questionType)) return stoppedBy(question, "This is no longer missing.");
  return null;
}
