import { Suspense } from "react";
import type { Lead } from "#shared/contract/lead.ts";
import { EditLeadForm, FormSkeleton } from "#web/screens/leads/form/lead-forms.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface EditLeadDialogProps {
  lead: Lead;
  open: boolean;
  onClose: () => void;
}

export function EditLeadDialog({ lead, open, onClose }: EditLeadDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Edit lead"
      description="Fields that you change are never overwritten by a source again."
    >
      <Suspense fallback={<FormSkeleton />}>
        <EditLeadForm lead={lead} onDone={onClose} />
      </Suspense>
    </Dialog>
  );
}
