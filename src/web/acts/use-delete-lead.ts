import { useMutation } from "@tanstack/react-query";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { deleteLead } from "#web/api/leads.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Deletes a lead, with Undo in the notice. Resolves to whether it is gone. */
export function useDeleteLead(): { run: (id: string) => Promise<boolean>; running: boolean } {
  const { mutateAsync, isPending } = useMutation(deleteLead);
  const undoAction = useUndo();
  const run = async (id: string): Promise<boolean> => {
    try {
      const { actId } = await mutateAsync(id);
      toast.success("Lead deleted successfully", undoAction(actId));
      return true;
    } catch (error) {
      toast.error("Failed to delete lead", detailOf(error));
      return false;
    }
  };
  return { run, running: isPending };
}
