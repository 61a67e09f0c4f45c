import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Lead, LeadUpdate } from "#shared/contract/lead.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { updateLead } from "#web/api/leads.ts";
import { LeadForm } from "#web/screens/leads/form/lead-form.tsx";
import { changedValues, leadResolver, valuesOf } from "#web/screens/leads/form/lead-values.ts";
import { toast } from "#web/ui/toast-store.ts";

interface EditLeadFormProps {
  lead: Lead;
  onDone: () => void;
}

/** Edits a lead; only what was changed is sent, so that two people at different fields do not undo each other. */
export function EditLeadForm({ lead, onDone }: EditLeadFormProps) {
  // What the person started from, even when the lead changes meanwhile.
  const [former] = useState(() => valuesOf(lead));
  const { mutateAsync } = useMutation(updateLead);
  const undoAction = useUndo();
  return (
    <LeadForm
      values={former}
      resolver={leadResolver(LeadUpdate.omit({ status: true }), (values) => changedValues(former, values))}
      isEmailRequired={false}
      submitLabel="Save changes"
      onCancel={onDone}
      onSave={async (values) => {
        const change = changedValues(former, values);
        if (Object.keys(change).length === 0) return onDone;
        try {
          const { actId } = await mutateAsync({ id: lead.id, change });
          toast.success("Lead updated successfully", undoAction(actId));
          return onDone;
        } catch (error) {
          toast.error("Failed to update lead", detailOf(error));
          throw error;
        }
      }}
    />
  );
}
