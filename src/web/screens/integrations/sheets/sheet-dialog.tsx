import { useState } from "react";
import type { WriteBack } from "#shared/contract/leads/write-back.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { deleteWriteBack } from "#web/api/write-backs.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import { SheetForm } from "#web/screens/integrations/sheets/sheet-form.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

interface SheetDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  writeBacks: readonly WriteBack[];
  onClose: () => void;
}

/** Turns on the write-back of a sheet, or edits it. */
export function SheetDialog({ subject, writeBacks, onClose }: SheetDialogProps) {
  const { isOpen, shown } = useDialogThing(subject, writeBacks, onClose);
  const [isDeleting, setDeleting] = useState(false);
  const writeBack = shown === "new" ? null : shown;
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={onClose}
        title={writeBack === null ? "Write to sheet" : writeBack.name}
        description="Winnow adds its own columns and overwrites what people type in them."
      >
        <SheetForm
          key={writeBack?.id ?? "new"}
          writeBack={writeBack}
          writeBacks={writeBacks}
          onDone={onClose}
          onDelete={() => setDeleting(true)}
        />
      </Dialog>
      <RemoveDialog
        item={isDeleting ? writeBack : null}
        mutation={deleteWriteBack}
        words={({ name }) => ({
          title: `Stop writing to ${name}?`,
          description: "Its log is deleted. The columns stay in the sheet as they are.",
          confirmLabel: "Turn off",
          done: "Write-back turned off",
          failed: "Failed to turn off the write-back",
        })}
        onConfirm={onClose}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}
