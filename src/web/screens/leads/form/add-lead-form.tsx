import { useMutation } from "@tanstack/react-query";
import { NewLead } from "#shared/contract/lead.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { createLead } from "#web/api/leads.ts";
import { LeadForm } from "#web/screens/leads/form/lead-form.tsx";
import { leadResolver } from "#web/screens/leads/form/lead-values.ts";
import { toast } from "#web/ui/toast-store.ts";

interface AddLeadFormProps {
  /** Told of the lead that was added, or that was there already. */
  onAdded: (id: string) => void;
  onCancel: () => void;
}

const resolver = leadResolver(NewLead.omit({ status: true }).required());

/** Adds a lead by hand. */
export function AddLeadForm({ onAdded, onCancel }: AddLeadFormProps) {
  const { mutateAsync } = useMutation(createLead);
  const undoAction = useUndo();
  return (
    <LeadForm
      resolver={resolver}
      submitLabel="Add lead"
      onCancel={onCancel}
      onSave={async (values) => {
        try {
          const { lead, isNew, actId } = await mutateAsync(values);
          toast.success(
            isNew
              ? "Lead added successfully"
              : `${lead.name} was already known. Empty fields were filled in, nothing was overwritten.`,
            undoAction(actId),
          );
          return () => onAdded(lead.id);
        } catch (error) {
          toast.error("Failed to add lead", detailOf(error));
          throw error;
        }
      }}
    />
  );
}
