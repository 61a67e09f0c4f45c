import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

/** Loaded on demand: its validation schemas are as large as the rest of the screen. */
const loadForm = () => import("#web/screens/leads/form/add-lead-form.tsx");

/** Adds a lead, then opens it. */
export function AddLeadDialog({ address }: { address: LeadsAddress }) {
  const { dialog, closeDialog, stepTo } = address;
  const isOpen = dialog === "new";
  const code = useLoaded({ name: "The form", load: loadForm, isWanted: isOpen, giveUp: closeDialog });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={closeDialog}
      title="Add lead"
      description="If the lead already exists, only its empty fields are filled in."
    >
      {code === null ? (
        <Skeleton className="h-112 w-full" />
      ) : (
        <code.AddLeadForm onAdded={stepTo} onCancel={closeDialog} />
      )}
    </Dialog>
  );
}
