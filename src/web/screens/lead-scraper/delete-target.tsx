import { useMutation } from "@tanstack/react-query";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { deleteScrapeTarget } from "#web/api/scrape-targets.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { toast } from "#web/ui/toast-store.ts";

interface DeleteTargetProps {
  target: ScrapeTarget | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a target is deleted; null asks nothing. */
export function DeleteTarget({ target, onClose, onDeleted }: DeleteTargetProps) {
  const { mutateAsync } = useMutation(deleteScrapeTarget);
  const undoAction = useUndo();
  const shown = useLastShown(target);
  const confirm = async (): Promise<void> => {
    if (target === null) return;
    try {
      const { actId } = await mutateAsync(target.id);
      toast.success("Scrape target deleted successfully", undoAction(actId));
      onDeleted();
    } catch (error) {
      toast.error("Failed to delete scrape target", detailOf(error));
    }
  };
  return (
    <ConfirmDialog
      open={target !== null}
      onOpenChange={onClose}
      title="Delete this scraping target?"
      description={
        <>
          “<bdi>{shown?.name}</bdi>” and what its runs recorded go. The leads that it gave stay. It can be taken back
          for 90 days.
        </>
      }
      confirmLabel="Delete Target"
      onConfirm={() => void confirm()}
    />
  );
}
