import { useMutation } from "@tanstack/react-query";
import type { DataSource } from "#shared/contract/data-source.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { deleteDataSource } from "#web/api/data-sources.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Asks before deleting a data source; closed when null. */
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
          “<bdi>{shown?.name}</bdi>” and its credentials are deleted. Its leads stay. You can undo this for 90 days.
        </>
      }
      confirmLabel="Delete data source"
      onConfirm={() => void confirm()}
    />
  );
}
