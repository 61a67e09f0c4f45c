import { useEffect, useRef } from "react";
import type { FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import { LIMITS } from "#shared/limits.ts";
import { useAction } from "#web/actions/use-action.ts";
import { editQuestion } from "#web/api/follow-ups.ts";
import { isText, useDraft } from "#web/forms/draft-store.ts";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { Button } from "#web/ui/button.tsx";
import { Textarea } from "#web/ui/fields/textarea.tsx";

interface QuestionFormProps {
  question: FollowUpQuestion;
  onEnd: () => void;
}

/** Edits a drafted question; Escape cancels. */
export function QuestionForm({ question, onEnd }: QuestionFormProps) {
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
