import { useMutation } from "@tanstack/react-query";
import { Download, Undo2 } from "lucide-react";
import { useState } from "react";
import type { LeadImport } from "#shared/contract/lead-import.ts";
import { detailOf } from "#web/api/api-error.ts";
import { rejectsAddress, startImport, undoImport } from "#web/api/imports.ts";
import { formatCount } from "#web/format/number.ts";
import { ImportCounts } from "#web/screens/leads/import/import-counts.tsx";
import { STATE_WORDS } from "#web/screens/leads/import/import-words.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";
import { toast } from "#web/ui/toast-store.ts";

interface ImportResultProps {
  import: LeadImport;
  onAnother: () => void;
  onClose: () => void;
}

/** How an import ended: its counts, its rejected rows, going on where it stopped, and taking it back. */
export function ImportResult({ import: lead, onAnother, onClose }: ImportResultProps) {
  const { id, state, counts, message, rejects, finishedAt } = lead;
  const [isAsking, setAsking] = useState(false);
  const goOn = useMutation(startImport);
  const undo = useMutation(undoImport);
  const canUndo = state !== "undone" && counts.created + counts.updated > 0;
  const act = async (what: string, call: () => Promise<unknown>): Promise<void> => {
    try {
      await call();
    } catch (error) {
      toast.error(`Failed to ${what} the import`, detailOf(error));
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h3 dir="auto" className="text-left text-lg font-semibold wrap-anywhere">
          {lead.fileName}
        </h3>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <Status tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].word}</Status>
          {finishedAt !== null && <RelativeTime time={finishedAt} />}
        </p>
      </div>
      {(state === "failed" || state === "interrupted") && message !== "" && (
        <Notice tone={state === "failed" ? "danger" : "info"}>
          <p>{message}</p>
        </Notice>
      )}
      <ImportCounts import={lead} />
      {lead.undo !== null && <Undone undo={lead.undo} />}
      {rejects > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line px-4 py-3">
          <p className="min-w-0 flex-1 basis-60">
            {rejects === 1 ? "1 row was" : `${formatCount(rejects)} rows were`} left out. A file of what was left out,
            with the reasons, can be mended and imported again.
          </p>
          <a href={rejectsAddress(id)} download className={buttonClass("secondary", "small")}>
            <Download aria-hidden />
            Rejected Rows
          </a>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-5">
        {canUndo && (
          <Button
            icon={<Undo2 aria-hidden />}
            className="mr-auto"
            busy={undo.isPending}
            onClick={() => setAsking(true)}
          >
            Undo Import
          </Button>
        )}
        <Button onClick={onAnother}>Import another file</Button>
        {state === "interrupted" || state === "failed" ? (
          <Button
            variant="primary"
            busy={goOn.isPending}
            busyLabel="Starting..."
            onClick={() => void act("go on with", () => goOn.mutateAsync(id))}
          >
            Continue Import
          </Button>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Undo this import?"
        description={`The leads that it created go, and the ones it changed get their former values back. Leads that were changed since stay as they are. The file can be imported again.`}
        confirmLabel="Undo Import"
        onConfirm={() => void act("undo", () => undo.mutateAsync(id))}
      />
    </div>
  );
}

function Undone({ undo: { removed, restored, kept } }: { undo: NonNullable<LeadImport["undo"]> }) {
  return (
    <Notice tone="success" title="The import was undone">
      <p>
        {formatCount(removed)} removed, {formatCount(restored)} restored
        {kept > 0 && `, ${formatCount(kept)} kept because they were changed since`}.
      </p>
    </Notice>
  );
}
