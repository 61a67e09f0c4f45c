import { Suspense } from "react";
import { AddLeadForm, FormSkeleton } from "#web/screens/leads/form/lead-forms.tsx";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { Dialog } from "#web/ui/dialog.tsx";

/** Adds a lead by hand, and opens it to show what became of it. */
export function AddLeadDialog({ address }: { address: LeadsAddress }) {
  return (
    <Dialog
      open={address.dialog === "new"}
      onOpenChange={address.closeDialog}
      title="Add lead"
      description="It is scored at once. One that is already known only gets its empty fields filled in."
    >
      <Suspense fallback={<FormSkeleton />}>
        <AddLeadForm onAdded={address.stepTo} onCancel={address.closeDialog} />
      </Suspense>
    </Dialog>
  );
}
