import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { useAction } from "#web/actions/use-action.ts";
import { cancelImport } from "#web/api/imports.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { ImportCounts } from "#web/screens/leads/import/import-counts.tsx";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** A running import or undo; it continues when closed. */
export function ImportProgress({ import: lead }: { import: LeadImport }) {
  const isUndo = lead.state === "undoing";
  const progress = useProgress(isUndo ? "undo" : "import", lead.id);
  const { run, isPending } = useAction(cancelImport);
  const cancel = (): Promise<boolean> => run({ params: { id: lead.id } }, { failed: "Failed to cancel the import" });
  return (
    <div className="flex flex-col gap-6">
      <h3 dir="auto" className="text-left text-lg font-semibold wrap-anywhere">
        {lead.fileName}
      </h3>
      <ProgressBar
        label={isUndo ? "Undoing the import" : "Importing"}
        done={progress?.done ?? (isUndo ? 0 : lead.counts.seen)}
        total={isUndo ? (progress?.total ?? null) : roughly(progress?.total)}
        // The number of rows is only known once the file has been read.
        isEstimate={!isUndo}
      />
      {!isUndo && <ImportCounts import={lead} />}
      <p className="text-muted">You can close this. It continues in the background.</p>
      {!isUndo && (
        <div>
          <Button busy={isPending} busyLabel="Canceling..." onClick={() => void cancel()}>
            Cancel import
          </Button>
        </div>
      )}
    </div>
  );
}

function roughly(total: number | null | undefined): number | null {
  return typeof total === "number" ? Number(total.toPrecision(2)) : null;
}
