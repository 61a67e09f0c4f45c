import { useMutation } from "@tanstack/react-query";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { attempt } from "#web/actions/attempt.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { deleteScrapeTarget } from "#web/api/scrape-targets.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface DeleteTargetProps {
  target: ScrapeTarget | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before deleting a target; closed when null. */
export function DeleteTarget({ target, onClose, onDeleted }: DeleteTargetProps) {
  const { mutateAsync } = useMutation(deleteScrapeTarget);
  const undoAction = useUndo();
  const shown = useLastShown(target);
  const confirm = async (): Promise<void> => {
    if (target === null) return;
    await attempt("Failed to delete scrape target", async () => {
      const { actId } = await mutateAsync(target.id);
      toast.success("Scrape target deleted successfully", undoAction(actId));
      onDeleted();
    });
  };
  return (
    <ConfirmDialog
      open={target !== null}
      onOpenChange={onClose}
      title="Delete this scrape target?"
      description={
        <>
          “<bdi>{shown?.name}</bdi>” and its run history are deleted. Its leads stay. You can undo this for 90 days.
        </>
      }
      confirmLabel="Delete target"
      onConfirm={() => void confirm()}
    />
  );
}
