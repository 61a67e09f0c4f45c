import { useMutation } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { LIMITS } from "#shared/limits.ts";
import { peopleToMention } from "#shared/mentions.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { addComment, editComment } from "#web/api/leads/comments.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { isText, useDraft } from "#web/forms/draft-store.ts";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { Button } from "#web/ui/button.tsx";
import { Textarea } from "#web/ui/fields/textarea.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface CommentFormProps {
  leadId: string;
  /** The comment to edit; without one, a new comment. */
  comment?: { id: string; text: string };
  field?: RefObject<HTMLTextAreaElement | null>;
  onDone?: () => void;
}

export const newCommentDraft = (leadId: string): string => `comment.${leadId}.new`;

/** Writes a comment, offering people to mention after an @; Enter takes the first. Ctrl+Enter saves it; Escape cancels an edit. */
export function CommentForm({ leadId, comment, field: givenField, onDone }: CommentFormProps) {
  const [text, setText] = useDraft(
    comment === undefined ? newCommentDraft(leadId) : `comment.${leadId}.${comment.id}`,
    isText,
    comment?.text ?? "",
  );
  const [caret, setCaret] = useState(0);
  const adding = useMutation(addComment);
  const editing = useMutation(editComment);
  const isPending = adding.isPending || editing.isPending;
  const team = useTeam();
  const form = useRef<HTMLFormElement>(null);
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = givenField ?? ownField;
  const end = (): void => {
    setText(comment?.text ?? "");
    onDone?.();
  };
  useOwnEscape(form, comment === undefined ? () => field.current?.blur() : end);
  const save = async (): Promise<void> => {
    if (text.trim() === "" || isPending) return;
    try {
      const { mentions } =
        comment === undefined
          ? await adding.mutateAsync({ params: { id: leadId }, body: { text } })
          : await editing.mutateAsync({ params: { id: leadId, commentId: comment.id }, body: { text } });
      end();
      const without = mentions.filter(({ hasAccess }) => !hasAccess).map(({ username }) => username);
      if (without.length > 0) {
        toast({ title: "Not everyone was notified", description: `${without.join(", ")} can't see this lead.` });
      }
    } catch (error) {
      toast.error("Failed to save the comment", detailOf(error));
    }
  };
  const { start, people } = peopleToMention(text.slice(0, caret), team);
  const mention = (username: string): void => {
    const before = `${text.slice(0, start)}@${username} `;
    flushSync(() => {
      setText(before + text.slice(caret).trimStart());
      setCaret(before.length);
    });
    field.current?.focus();
    field.current?.setSelectionRange(before.length, before.length);
  };
  return (
    <form
      ref={form}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        ref={field}
        aria-label={comment === undefined ? "New comment" : "Comment"}
        dir="auto"
        rows={2}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Someone chose to edit it.
        autoFocus={comment !== undefined}
        placeholder={team.length > 0 ? "Add a comment. Mention someone with @." : "Add a comment."}
        maxLength={LIMITS.comment.textLength}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setCaret(target.selectionStart);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          const [first] = people;
          if (event.ctrlKey || event.metaKey) void save();
          else if (first !== undefined && !event.nativeEvent.isComposing) {
            event.preventDefault();
            mention(first.username);
          }
        }}
      />
      {people.length > 0 && (
        <div role="group" aria-label="People to mention" className="flex flex-wrap gap-2">
          {people.map(({ id, username }) => (
            <Button key={id} size="small" onClick={() => mention(username)}>
              @{username}
            </Button>
          ))}
        </div>
      )}
      {(comment !== undefined || text.trim() !== "") && (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" size="small" busy={isPending} busyLabel="Saving...">
            {comment === undefined ? "Add comment" : "Save"}
          </Button>
          {comment !== undefined && (
            <Button size="small" onClick={end}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
