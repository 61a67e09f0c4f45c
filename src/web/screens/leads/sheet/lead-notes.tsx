import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { updateLead } from "#web/api/leads.ts";
import { useMay } from "#web/api/use-may.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { useUnsavedPart } from "#web/screens/leads/sheet/unsaved-parts.tsx";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast-store.ts";

/**
 * The notes, to be written in at once and saved when one says so. Keywords in them count, so that saving scores the lead
 * afresh.
 */
export function LeadNotes({ lead }: { lead: LeadDetail }) {
  const { draft, write, save, isSaving } = useNotes(lead);
  const text = draft?.text ?? lead.notes;
  const mayWrite = useMay("work");
  const isChanged = text !== lead.notes && !isSaving;
  useUnsavedPart(isChanged);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // What was typed stays; the next Escape is the sheet's, which asks before it closes.
  useOwnEscape(form, () => field.current?.blur());
  return (
    <LeadSection title="Notes">
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
          aria-keyshortcuts="Control+Enter"
          dir="auto"
          rows={2}
          placeholder={mayWrite ? "Write a note. Keywords in it count towards the score." : "No notes"}
          maxLength={LIMITS.lead.notesLength}
          value={text}
          readOnly={isSaving || !mayWrite}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
        {draft !== null && draft.former !== lead.notes && !isSaving && (
          <div className="mt-2">
            <Notice live title="Somebody else changed these notes while you were writing.">
              Saving puts yours in their place. They now read: {lead.notes === "" ? "(nothing)" : lead.notes}
            </Notice>
          </div>
        )}
        {(isChanged || isSaving) && (
          <div className="mt-2 flex justify-end gap-2">
            <Button size="small" onClick={() => write(null)}>
              Discard
            </Button>
            <Button size="small" type="submit" variant="primary" busy={isSaving} busyLabel="Saving...">
              Save notes
            </Button>
          </div>
        )}
      </form>
    </LeadSection>
  );
}

/** What is being written, and the notes that it was begun on; null while nothing is. */
interface Draft {
  text: string;
  former: string;
}

function useNotes(lead: LeadDetail) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const { mutateAsync, isPending: isSaving } = useMutation(updateLead);
  const undoAction = useUndo();
  const write = (text: string | null): void => {
    const former = draft?.former ?? lead.notes;
    setDraft(text === null || text === former ? null : { text, former });
  };
  const save = async (): Promise<void> => {
    if (draft === null || isSaving) return;
    try {
      const { actId } = await mutateAsync({ id: lead.id, change: { notes: draft.text } });
      toast.success("Notes saved successfully", undoAction(actId));
      setDraft(null);
    } catch (error) {
      toast.error("Failed to save notes", detailOf(error));
    }
  };
  return { draft, write, save, isSaving };
}
