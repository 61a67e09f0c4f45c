import { Send, X } from "lucide-react";
import type { FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useAction } from "#web/actions/use-action.ts";
import { sendQuestion, stopFollowUps } from "#web/api/follow-ups.ts";
import { formatCounted } from "#web/format/number.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { sendable, whyNot } from "#web/screens/leads/sheet/follow-up/question-words.ts";
import { Button } from "#web/ui/button.tsx";

/** Nobody sends mail by pressing Enter once too often. */
const MAIL = { isSearched: true } as const;

interface SendQuestionsProps {
  lead: LeadDetail;
  questions: readonly FollowUpQuestion[];
}

/** Sends all ready questions in one message, or stops the follow-up. */
export function SendQuestions({ lead, questions }: SendQuestionsProps) {
  const sendingAll = useAction(sendQuestion);
  const stopping = useAction(stopFollowUps);
  const ready = sendable(questions);
  const [first] = ready;
  const isUnderWay = questions.some(({ state }) => state === "sent" || state === "approved");
  const send = async (): Promise<void> => {
    if (first === undefined) return;
    await sendingAll.run(
      { params: { id: lead.id, questionId: first.id }, query: { questions: "all" } },
      {
        done: ready.length === 1 ? "Question sent" : `${formatCounted(ready.length, "question")} sent`,
        failed: "Failed to send the question",
      },
    );
  };
  const stop = (): Promise<boolean> =>
    stopping.run({ params: { id: lead.id } }, { done: "Follow-up stopped", failed: "Failed to stop the follow-up" });
  const sending = ready.length === 1 ? "Send question" : `Send ${formatCounted(ready.length, "question")}`;
  useSubjectActions({
    title: leadTitle(lead),
    entries: [
      ...(first === undefined
        ? []
        : [{ label: sending, words: "follow up email ask missing", Icon: Send, ...MAIL, run: () => void send() }]),
      ...(isUnderWay
        ? [{ label: "Stop follow-up", words: "questions", Icon: X, ...MAIL, run: () => void stop() }]
        : []),
    ],
  });
  const obstacle = first === undefined ? whyNot(questions) : "";
  if (first === undefined && obstacle === "" && !isUnderWay) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      {first !== undefined && (
        <Button
          variant="primary"
          size="small"
          icon={<Send aria-hidden />}
          busy={sendingAll.isPending}
          busyLabel="Sending..."
          onClick={() => void send()}
        >
          {sending}
        </Button>
      )}
      {isUnderWay && (
        <Button size="small" busy={stopping.isPending} busyLabel="Stopping..." onClick={() => void stop()}>
          Stop follow-up
        </Button>
      )}
      <p className="min-w-48 flex-1 text-sm text-muted wrap-anywhere">
        {first === undefined ? obstacle : `One email to ${lead.email}: “${first.subject}”`}
      </p>
    </div>
  );
}
