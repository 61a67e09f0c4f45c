import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

/** The form comes when it is first needed: the schemas it checks with are as large as the rest of the screen. */
const loadForm = () => import("#web/screens/leads/form/add-lead-form.tsx");

/** Adds a lead by hand, and opens it to show what became of it. */
export function AddLeadDialog({ address }: { address: LeadsAddress }) {
  const { dialog, closeDialog, stepTo } = address;
  const isOpen = dialog === "new";
  const code = useLoaded({ name: "The form", load: loadForm, isWanted: isOpen, giveUp: closeDialog });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={closeDialog}
      title="Add lead"
      description="It is scored at once. One that is already known only gets its empty fields filled in."
    >
      {code === null ? (
        <Skeleton className="h-112 w-full" />
      ) : (
        <code.AddLeadForm onAdded={stepTo} onCancel={closeDialog} />
      )}
    </Dialog>
  );
}
