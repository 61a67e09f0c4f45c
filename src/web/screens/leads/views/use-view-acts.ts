import { useMutation } from "@tanstack/react-query";
import type { SavedView } from "#shared/contract/saved-view.ts";
import { detailOf } from "#web/api/api-error.ts";
import { deleteLeadView, saveLeadView, updateLeadView } from "#web/api/lead-views.ts";
import { toast } from "#web/ui/toast-store.ts";

/** What can be done with a saved view beside choosing it, each with its notice. */
export function useViewActs(): {
  /** Saves what the list shows now under the view's name. */
  update: (view: SavedView, query: string) => Promise<void>;
  remove: (view: SavedView) => Promise<void>;
} {
  const updating = useMutation(updateLeadView);
  const deleting = useMutation(deleteLeadView);
  const saving = useMutation(saveLeadView);

  const attempt = async (act: () => Promise<void>, failure: string): Promise<void> => {
    try {
      await act();
    } catch (error) {
      toast.error(failure, detailOf(error));
    }
  };
  return {
    update: ({ id, query: former }, query) =>
      attempt(async () => {
        await updating.mutateAsync({ id, change: { query } });
        const undo = (): void =>
          void attempt(async () => {
            await updating.mutateAsync({ id, change: { query: former } });
            toast.success("The change was taken back");
          }, "The change could not be taken back");
        toast.success("View updated successfully", { label: "Undo", onSelect: undo });
      }, "Failed to update view"),
    remove: ({ id, name, query }) =>
      attempt(async () => {
        await deleting.mutateAsync(id);
        const undo = (): void =>
          void attempt(async () => {
            await saving.mutateAsync({ name, query });
            toast.success("The change was taken back");
          }, "The change could not be taken back");
        toast.success("View deleted successfully", { label: "Undo", onSelect: undo });
      }, "Failed to delete view"),
  };
}
