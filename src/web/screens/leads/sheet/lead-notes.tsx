import { NotebookPen } from "lucide-react";
import { useCallback, useRef } from "react";
import { useBeforeUnload } from "react-router";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { LIMITS } from "#shared/limits.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useMay } from "#web/api/use-may.ts";
import { ChangeNotice } from "#web/forms/record-form.tsx";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { useNotes } from "#web/screens/leads/sheet/use-notes.ts";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/fields/textarea.tsx";

/** Notes, always editable and saved as typed. Saving rescores the lead, since rules search notes. */
export function LeadNotes({ lead }: { lead: LeadDetail }) {
  const mayWrite = useMay("work");
  const notes = useNotes(lead, mayWrite);
  const { progress, theirs, isAtRisk } = notes;
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isAtRisk) event.preventDefault();
      },
      [isAtRisk],
    ),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const write = { label: "Edit notes", words: "write add note", Icon: NotebookPen, movesFocus: true } as const;
  useSubjectActions(
    mayWrite ? { title: leadTitle(lead), entries: [{ ...write, run: () => field.current?.focus() }] } : null,
  );
  // Keeps the text; the next Escape reaches the sheet.
  useOwnEscape(field, () => field.current?.blur());
  return (
    <LeadSection
      title="Notes"
      action={
        <output className="text-sm text-muted">
          {progress.state === "saving" ? "Saving..." : progress.state === "saved" ? "Saved" : ""}
        </output>
      }
    >
      <Textarea
        ref={field}
        aria-label="Notes"
        dir="auto"
        rows={2}
        placeholder={mayWrite ? "Add a note. Keywords count toward the score." : "No notes"}
        maxLength={LIMITS.lead.notesLength}
        value={notes.text}
        readOnly={!mayWrite}
        onChange={({ target }) => notes.write(target.value)}
        onBlur={notes.save}
      />
      {theirs !== null ? (
        <ChangeNotice
          title={`${theirs.by ?? "Someone else"} changed these notes while you were editing.`}
          changes={[`Saved version: ${theirs.text === "" ? "(empty)" : theirs.text}`]}
          onKeepMine={notes.keepMine}
          onUseTheirs={notes.useTheirs}
        />
      ) : (
        progress.state === "failed" && (
          <div className="mt-2">
            <Notice tone="danger" live title="Failed to save notes">
              <p>{detailOf(progress.error)}</p>
              <Button size="small" className="mt-2" onClick={notes.save}>
                Try again
              </Button>
            </Notice>
          </div>
        )
      )}
    </LeadSection>
  );
}
