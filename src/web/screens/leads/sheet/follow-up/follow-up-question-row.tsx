import { Pencil, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import { useAction } from "#web/actions/use-action.ts";
import { dismissQuestion, sendQuestion } from "#web/api/follow-ups.ts";
import { useMay } from "#web/api/use-may.ts";
import { isText, readDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { paths } from "#web/paths.ts";
import { QuestionForm } from "#web/screens/leads/sheet/follow-up/question-form.tsx";
import { historyOf, STATES } from "#web/screens/leads/sheet/follow-up/question-words.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";

interface FollowUpQuestionRowProps {
  question: FollowUpQuestion;
  /** Maximum attempts. */
  most: number;
}

/** A question, its state and its outcome. */
export function FollowUpQuestionRow({ question, most }: FollowUpQuestionRowProps) {
  const { id: questionId, leadId, state, reason, obstacle, sentAt, dueAt, response, respondedAt } = question;
  const draftKey = useDraftKey(`question.${questionId}`);
  const [isEditing, setEditing] = useState(() => readDraft(draftKey, isText) !== null);
  const dismissing = useAction(dismissQuestion);
  const asking = useAction(sendQuestion);
  const mayWork = useMay("work");
  const isOver = state === "answered" || state === "stopped";
  const isFixed = isOver || state === "sending";
  const { tone, word } = STATES[state];

  const params = { id: leadId, questionId };
  const dismiss = (): Promise<boolean> =>
    dismissing.run({ params }, { done: "Question dismissed", failed: "Failed to dismiss the question" });
  const askAgain = (): Promise<boolean> =>
    asking.run(
      { params, query: { questions: "one" } },
      { done: "Question sent", failed: "Failed to send the question" },
    );

  if (isEditing) return <QuestionForm question={question} onEnd={() => setEditing(false)} />;
  return (
    <li className="rounded-md border border-line px-3 py-2.5">
      <div className="flex items-start gap-2">
        <p dir="auto" className={`min-w-0 flex-1 py-1 wrap-anywhere ${isOver ? "text-muted" : ""}`}>
          {question.question}
        </p>
        {mayWork && !isFixed && (
          <span className="-mr-1 flex">
            <IconButton label="Edit question" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)} />
            <IconButton
              label="Dismiss question"
              icon={<X aria-hidden />}
              busy={dismissing.isPending}
              onClick={() => void dismiss()}
            />
          </span>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <Status tone={tone}>{word}</Status>
        {sentAt !== null && (
          <span>
            {historyOf(question, most)}, <RelativeTime time={sentAt} style="activity" />
          </span>
        )}
        {state === "sent" && dueAt !== null && (
          <span>
            next after <Moment time={dueAt} />
          </span>
        )}
      </p>
      {(state === "stopped" || state === "failed") && <p className="mt-1 text-sm text-muted wrap-anywhere">{reason}</p>}
      {response !== "" && (
        <blockquote className="mt-2 border-l-2 border-line pl-3">
          <p dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere">
            {response}
          </p>
          <footer className="text-sm text-muted">
            {state === "answered" ? "Answered" : "Replied"} <RelativeTime time={respondedAt} style="activity" />
            {question.responseEmailId !== null && (
              <>
                {" · "}
                <Link to={paths.gmail("emails")} className="rounded-sm text-link hover:underline">
                  See messages
                </Link>
              </>
            )}
          </footer>
        </blockquote>
      )}
      {mayWork && state === "stopped" && obstacle === "" && (
        <Button
          size="small"
          className="mt-2"
          busy={asking.isPending}
          busyLabel="Sending..."
          onClick={() => void askAgain()}
        >
          Ask anyway
        </Button>
      )}
    </li>
  );
}
