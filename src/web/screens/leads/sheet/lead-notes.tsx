import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { updateLead } from "#web/api/leads.ts";
import { useMay } from "#web/api/use-may.ts";
import { type NoteDraft, readDraft, storeDraft } from "#web/screens/leads/sheet/note-drafts.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { useUnsavedPart } from "#web/screens/leads/sheet/unsaved-parts.tsx";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/fields/textarea.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/**
 * Notes, always editable, saved by a button. Saving rescores the lead, since rules search notes. What is typed survives
 * closing the sheet, a reload and a failed save.
 */
export function LeadNotes({ lead }: { lead: LeadDetail }) {
  const { draft, isStored, write, save, isSaving } = useNotes(lead);
  const text = draft?.text ?? lead.notes;
  const mayWrite = useMay("work");
  const isChanged = text !== lead.notes && !isSaving;
  useUnsavedPart(isChanged && !isStored);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // Keeps the text; the next Escape reaches the sheet.
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
          placeholder={mayWrite ? "Add a note. Keywords count toward the score." : "No notes"}
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
            <Notice live title="Someone else edited these notes.">
              Saving replaces their version: {lead.notes === "" ? "(empty)" : lead.notes}
            </Notice>
          </div>
        )}
        {(isChanged || isSaving) && (
          <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
            <p className="mr-auto text-sm text-muted">{isStored && !isSaving && "Draft, not saved yet"}</p>
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

function useNotes(lead: LeadDetail) {
  const [draft, setDraft] = useState(() => readDraft(lead.id));
  const [isStored, setIsStored] = useState(draft !== null);
  const { mutateAsync, isPending: isSaving } = useMutation(updateLead);
  const undoAction = useUndo();
  const keep = (next: NoteDraft | null): void => {
    setDraft(next);
    setIsStored(storeDraft(lead.id, next));
  };
  const write = (text: string | null): void => {
    const former = draft?.former ?? lead.notes;
    keep(text === null || text === former ? null : { text, former });
  };
  const save = async (): Promise<void> => {
    if (draft === null || isSaving) return;
    try {
      const { actId } = await mutateAsync({ id: lead.id, change: { notes: draft.text } });
      toast.success("Notes saved successfully", undoAction(actId));
      keep(null);
    } catch (error) {
      toast.error("Failed to save notes", detailOf(error));
    }
  };
  return { draft, isStored, write, save, isSaving };
}
