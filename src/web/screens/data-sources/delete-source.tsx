import { useMutation } from "@tanstack/react-query";
import type { DataSource } from "#shared/contract/data-source.ts";
import { useReport } from "#web/actions/use-report.ts";
import { deleteDataSource } from "#web/api/data-sources.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

/** Asks before deleting a data source; closed when null. */
export function DeleteSource({ source, onClose }: { source: DataSource | null; onClose: () => void }) {
  const { mutateAsync } = useMutation(deleteDataSource);
  const report = useReport();
  const shown = useLastShown(source);
  const confirm = async (): Promise<void> => {
    if (source === null) return;
    await report(mutateAsync(source.id), {
      done: "Data source deleted successfully",
      failed: "Failed to delete data source",
    });
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
