import { useMutation } from "@tanstack/react-query";
import type { SavedView } from "#shared/contract/saved-view.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { deleteLeadView, updateLeadView } from "#web/api/lead-views.ts";
import { toast } from "#web/ui/toast-store.ts";

/** What can be done with a saved view beside choosing it, each with its notice. */
export function useViewActs(): {
  /** Saves what the list shows now under the view's name. */
  update: (view: SavedView, query: string) => Promise<void>;
  remove: (view: SavedView) => Promise<void>;
} {
  const updating = useMutation(updateLeadView);
  const deleting = useMutation(deleteLeadView);
  const undoAction = useUndo();

  const attempt = async (act: () => Promise<void>, failure: string): Promise<void> => {
    try {
      await act();
    } catch (error) {
      toast.error(failure, detailOf(error));
    }
  };
  return {
    update: ({ id }, query) =>
      attempt(async () => {
        const { actId } = await updating.mutateAsync({ id, change: { query } });
        toast.success("View updated successfully", undoAction(actId));
      }, "Failed to update view"),
    remove: ({ id }) =>
      attempt(async () => {
        const { actId } = await deleting.mutateAsync(id);
        toast.success("View deleted successfully", undoAction(actId));
      }, "Failed to delete view"),
  };
}
