import { useMutation } from "@tanstack/react-query";
import type { SavedView } from "#shared/contract/saved-view.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { deleteLeadView, updateLeadView } from "#web/api/lead-views.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Actions on a saved view besides opening it. */
export function useViewActions(): {
  /** Overwrites the view with the list's current state. Returns the error if someone else changed the view since. */
  update: (view: SavedView, query: string) => Promise<ApiError | null>;
  remove: (view: SavedView) => Promise<void>;
} {
  const updating = useMutation(updateLeadView);
  const deleting = useMutation(deleteLeadView);
  const undoAction = useUndo();

  return {
    async update({ id, version }, query) {
      try {
        const { actId } = await updating.mutateAsync({ id, change: { query, version } });
        toast.success("View updated successfully", undoAction(actId));
      } catch (error) {
        if (error instanceof ApiError && error.kind === "stale") return error;
        toast.error("Failed to update view", detailOf(error));
      }
      return null;
    },
    async remove({ id }) {
      try {
        const { actId } = await deleting.mutateAsync(id);
        toast.success("View deleted successfully", undoAction(actId));
      } catch (error) {
        toast.error("Failed to delete view", detailOf(error));
      }
    },
  };
}
