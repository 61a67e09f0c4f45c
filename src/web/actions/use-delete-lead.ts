import { useMutation } from "@tanstack/react-query";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { deleteLead } from "#web/api/leads/leads.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Deletes a lead and offers Undo. Resolves to whether it was deleted. */
export function useDeleteLead(): { run: (lead: Lead) => Promise<boolean>; running: boolean } {
  const { mutateAsync, isPending } = useMutation(deleteLead);
  const undoAction = useUndo();
  const run = async (lead: Lead): Promise<boolean> => {
    try {
      const { actId } = await mutateAsync({ params: { id: lead.id } });
      toast({
        title: `${leadTitle(lead)} deleted`,
        description: "Lead deleted successfully",
        action: undoAction(actId),
      });
      return true;
    } catch (error) {
      toast.error("Failed to delete lead", detailOf(error));
      return false;
    }
  };
  return { run, running: isPending };
}
