import { useMutation } from "@tanstack/react-query";
import { NewLead } from "#shared/contract/leads/lead.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { createLead } from "#web/api/leads/leads.ts";
import { LeadForm } from "#web/screens/leads/form/lead-form.tsx";
import { leadResolver } from "#web/screens/leads/form/lead-values.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface AddLeadFormProps {
  /** Called with the lead that was added or already existed. */
  onAdded: (id: string) => void;
  onCancel: () => void;
}

const resolver = leadResolver(NewLead.omit({ status: true, ownerId: true, tags: true, fields: true }).required());

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
              ? `${lead.name} added`
              : `${lead.name} already exists. Empty fields were filled in; nothing was overwritten.`,
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
