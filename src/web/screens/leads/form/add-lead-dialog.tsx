import { AddLeadForm } from "#web/screens/leads/form/add-lead-form.tsx";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

/** Adds a lead, then opens it. */
export function AddLeadDialog({ address: { dialog, closeDialog, stepTo } }: { address: LeadsAddress }) {
  return (
    <Dialog
      open={dialog === "new"}
      onOpenChange={closeDialog}
      title="Add lead"
      description="If the lead already exists, only its empty fields are filled in."
    >
      <AddLeadForm onAdded={stepTo} onCancel={closeDialog} />
    </Dialog>
  );
}
