import { useMutation } from "@tanstack/react-query";
import type { LeadImport } from "#shared/contract/lead-import.ts";
import { detailOf } from "#web/api/api-error.ts";
import { cancelImport } from "#web/api/imports.ts";
import { useProgress } from "#web/api/progress.ts";
import { ImportCounts } from "#web/screens/leads/import/import-counts.tsx";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** An import, or its undo, under way. It goes on when this is closed. */
export function ImportProgress({ import: lead }: { import: LeadImport }) {
  const isUndo = lead.state === "undoing";
  const progress = useProgress(isUndo ? "undo" : "import", lead.id);
  const { mutateAsync, isPending } = useMutation(cancelImport);
  const cancel = async (): Promise<void> => {
    try {
      await mutateAsync(lead.id);
    } catch (error) {
      toast.error("Failed to cancel the import", detailOf(error));
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <h3 dir="auto" className="text-left text-lg font-semibold wrap-anywhere">
        {lead.fileName}
      </h3>
      <ProgressBar
        label={isUndo ? "Taking the import back" : "Importing"}
        done={progress?.done ?? (isUndo ? 0 : lead.counts.seen)}
        total={isUndo ? (progress?.total ?? null) : roughly(progress?.total)}
        // How many rows a file has is known when it has been read.
        isEstimate={!isUndo}
      />
      {!isUndo && <ImportCounts import={lead} />}
      <p className="text-muted">You can close this and go on working; it continues on the server.</p>
      {!isUndo && (
        <div>
          <Button busy={isPending} busyLabel="Cancelling..." onClick={() => void cancel()}>
            Cancel Import
          </Button>
        </div>
      )}
    </div>
  );
}

function roughly(total: number | null | undefined): number | null {
  return typeof total === "number" ? Number(total.toPrecision(2)) : null;
}
