import { useMutation } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { updateLead } from "#web/api/leads.ts";
import { useUnsavedChanges } from "#web/forms/unsaved-changes.tsx";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** The notes, editable where they stand. Keywords in them count, so that saving scores the lead afresh. */
export function LeadNotes({ lead }: { lead: LeadDetail }) {
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const done = (): void => {
    setIsEditing(false);
    // The button is not drawn while editing; the focus goes to it once it is back.
    requestAnimationFrame(() => editButton.current?.focus());
  };
  return (
    <LeadSection
      title="Notes"
      action={
        !isEditing && (
          <Button
            ref={editButton}
            size="small"
            variant="ghost"
            icon={<Pencil aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            {lead.notes === "" ? "Write a note" : "Edit notes"}
          </Button>
        )
      }
    >
      {isEditing ? (
        <NotesEditor lead={lead} onDone={done} />
      ) : (
        <p dir="auto" className="text-left whitespace-pre-wrap wrap-anywhere">
          {lead.notes || <span className="text-muted">No notes yet</span>}
        </p>
      )}
    </LeadSection>
  );
}

function NotesEditor({ lead, onDone }: { lead: LeadDetail; onDone: () => void }) {
  const [text, setText] = useState(lead.notes);
  const { mutateAsync, isPending } = useMutation(updateLead);
  const undoAction = useUndo();
  const { question } = useUnsavedChanges(text !== lead.notes);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  useOwnEscape(form, onDone);

  const save = async (): Promise<void> => {
    if (text === lead.notes) {
      onDone();
      return;
    }
    try {
      const { actId } = await mutateAsync({ id: lead.id, change: { notes: text } });
      toast.success("Notes saved successfully", undoAction(actId));
      onDone();
    } catch (error) {
      toast.error("Failed to save notes", detailOf(error));
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        ref={field}
        aria-label="Notes"
        dir="auto"
        maxLength={LIMITS.lead.notesLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
        <Button size="small" type="submit" variant="primary" busy={isPending} busyLabel="Saving...">
          Save notes
        </Button>
      </div>
      {question}
    </form>
  );
}

/** Escape closes what is being edited, not the sheet around it, which listens at the document before any element does. */
function useOwnEscape(form: { current: HTMLFormElement | null }, close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing) return;
    if (!(event.target instanceof Node) || !form.current?.contains(event.target)) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", listener, { capture: true });
    return () => removeEventListener("keydown", listener, { capture: true });
  }, []);
}
