import { useMutation } from "@tanstack/react-query";
import type { DataSource } from "#shared/contract/data-source.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { deleteDataSource } from "#web/api/data-sources.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Asks before a data source is deleted; null asks nothing. */
export function DeleteSource({ source, onClose }: { source: DataSource | null; onClose: () => void }) {
  const { mutateAsync } = useMutation(deleteDataSource);
  const undoAction = useUndo();
  const shown = useLastShown(source);
  const confirm = async (): Promise<void> => {
    if (source === null) return;
    try {
      const { actId } = await mutateAsync(source.id);
      toast.success("Data source deleted successfully", undoAction(actId));
    } catch (error) {
      toast.error("Failed to delete data source", detailOf(error));
    }
  };
  return (
    <ConfirmDialog
      open={source !== null}
      onOpenChange={onClose}
      title="Delete this data source?"
      description={
        <>
          “<bdi>{shown?.name}</bdi>” and its credentials go, and it is no longer synced. The leads that came from it
          stay. It can be taken back for 90 days.
        </>
      }
      confirmLabel="Delete Data Source"
      onConfirm={() => void confirm()}
    />
  );
}
