import { Pencil, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import { useAction } from "#web/actions/use-action.ts";
import { dismissQuestion, editQuestion, sendQuestion } from "#web/api/follow-ups.ts";
import { useMay } from "#web/api/use-may.ts";
import { isText, readDraft, useDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { paths } from "#web/paths.ts";
import { historyOf, STATES } from "#web/screens/leads/sheet/follow-up/question-words.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";
import { LIMITS } from "#shared/limits.ts";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { Textarea } from "#web/ui/fields/textarea.tsx";

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

interface QuestionFormProps {
  question: FollowUpQuestion;
  onEnd: () => void;
}

/** Edits a drafted question; Escape cancels. */
function QuestionForm({ question, onEnd }: QuestionFormProps) {
  const [text, setText] = useDraft(`question.${question.id}`, isText, question.question);
  const { run, isPending } = useAction(editQuestion);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const end = (): void => {
    setText(question.question);
    onEnd();
  };
  useOwnEscape(form, end);
  useEffect(() => field.current?.focus(), []);

  const save = async (): Promise<void> => {
    const words = text.trim();
    if (words === question.question) return end();
    await run(
      { params: { id: question.leadId, questionId: question.id }, body: { question: words } },
      { done: "Question saved", failed: "Failed to save the question", onDone: end },
    );
  };
  return (
    <li>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Textarea
          ref={field}
          aria-label="Question"
          dir="auto"
          rows={2}
          required
          maxLength={LIMITS.followUp.questionLength}
          value={text}
          readOnly={isPending}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="mt-2 flex justify-end gap-2">
          <Button size="small" onClick={end}>
            Cancel
          </Button>
          <Button
            size="small"
            type="submit"
            variant="primary"
            disabled={text.trim() === ""}
            busy={isPending}
            busyLabel="Saving..."
          >
            Save question
          </Button>
        </div>
      </form>
    </li>
  );
}
