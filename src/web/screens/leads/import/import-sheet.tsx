import { useQuery } from "@tanstack/react-query";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { cancelImport, importQuery } from "#web/api/imports.ts";
import { ChooseFile } from "#web/screens/leads/import/choose-file.tsx";
import type { ImportAddress } from "#web/screens/leads/import/import-address.ts";
import { ImportResult } from "#web/screens/leads/import/import-result.tsx";
import { ImportReview } from "#web/screens/leads/import/import-review.tsx";
import { STATE_WORDS } from "#web/screens/leads/import/import-words.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { ImportCounts } from "#web/screens/leads/import/import-counts.tsx";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** An import from file choice to result, over the list. */
export function ImportSheet({ address }: { address: ImportAddress }) {
  const { shown, open, close } = address;
  const last = useLastShown(shown);
  return (
    <Sheet open={shown !== null} onOpenChange={close} wide title="Import leads">
      {last === "" ? <ChooseFile onOpen={open} /> : last !== null && <Import id={last} address={address} />}
    </Sheet>
  );
}

function Import({ id, address }: { id: string; address: ImportAddress }) {
  const query = useQuery(importQuery(id));
  const { data } = query;
  if (data !== undefined) {
    return (
      <>
        <Announcement import={data} />
        <Step import={data} address={address} />
      </>
    );
  }
  if (query.error !== null) return <QueryFailed what="the import" query={query} />;
  return <LoadingBars what="the import" className="flex flex-col gap-4" bars={["h-9 w-64", "h-64 w-full"]} />;
}

/** A live region must exist before its text changes, so that screen readers announce each step. */
function Announcement({ import: lead }: { import: LeadImport }) {
  return (
    <p role="status" className="sr-only">
      {STATE_WORDS[lead.state].word}
    </p>
  );
}

function Step({ import: lead, address }: { import: LeadImport; address: ImportAddress }) {
  switch (lead.state) {
    case "ready":
      return <ImportReview key={lead.id} import={lead} onChooseAnother={() => address.open("")} />;
    case "running":
    case "undoing":
      return <ImportProgress import={lead} />;
    case "finished":
    case "interrupted":
    case "failed":
    case "undone":
      return <ImportResult import={lead} onAnother={() => address.open("")} onClose={address.close} />;
  }
}

/** A running import or undo; it continues when closed. */
function ImportProgress({ import: lead }: { import: LeadImport }) {
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
