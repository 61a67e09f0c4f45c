import { useQuery } from "@tanstack/react-query";
import { Download, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { useAction } from "#web/actions/use-action.ts";
import { rejectsAddress, startImport, undoImport } from "#web/api/imports.ts";
import { rulesQuery } from "#web/api/rules.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { ImportCounts } from "#web/screens/leads/import/import-counts.tsx";
import { STATE_WORDS } from "#web/screens/leads/import/import-words.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";

interface ImportResultProps {
  import: LeadImport;
  onAnother: () => void;
  onClose: () => void;
}

/** Rows that were skipped, and those imported without a value. */
function rejectWords({ rejects, counts: { skipped } }: LeadImport): string {
  const words = [
    ...(skipped > 0 ? [`${formatCounted(skipped, "row")} skipped.`] : []),
    ...(rejects > skipped
      ? [`${formatCounted(rejects - skipped, "row")} with a value that doesn't fit its field.`]
      : []),
  ];
  return words.join(" ");
}

/** The outcome of an import: counts, rejected rows, resume and undo. */
export function ImportResult({ import: lead, onAnother, onClose }: ImportResultProps) {
  const { id, state, counts, message, rejects, finishedAt } = lead;
  const [isAsking, setAsking] = useState(false);
  const goOn = useAction(startImport);
  const undo = useAction(undoImport);
  const params = { id };
  const canUndo = state !== "undone" && counts.created + counts.updated > 0;
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
            {rejectWords(lead)} Download to see why, fix the file and import it again.
          </p>
          <a href={rejectsAddress(id)} download className={buttonClass("secondary", "small")}>
            <Download aria-hidden />
            {rejects > counts.skipped ? "Download these rows" : "Download skipped rows"}
          </a>
        </div>
      )}
      {counts.created > 0 && state !== "undone" && <FirstRules />}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-5">
        {canUndo && (
          <Button
            icon={<Undo2 aria-hidden />}
            className="mr-auto"
            busy={undo.isPending}
            onClick={() => setAsking(true)}
          >
            Undo import
          </Button>
        )}
        <Button onClick={onAnother}>Import another file</Button>
        {state === "interrupted" || state === "failed" ? (
          <Button
            variant="primary"
            busy={goOn.isPending}
            busyLabel="Starting..."
            onClick={() => void goOn.run({ params }, { failed: "Failed to continue the import" })}
          >
            Continue import
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
        description="New leads are deleted and updated leads get their previous values back. Leads that have changed since stay as they are."
        confirmLabel="Undo import"
        onConfirm={() => void undo.run({ params }, { failed: "Failed to undo the import" })}
      />
    </div>
  );
}

/** After a first import nothing is scored without rules. */
function FirstRules() {
  const { data: rules } = useQuery(rulesQuery);
  const mayWork = useMay("work");
  if (!mayWork || rules === undefined || rules.length > 0) return null;
  return (
    <Notice title="No rules yet">
      <p>Create rules to score your leads.</p>
      <p className="mt-2">
        <Link to={paths.ruleTemplates()} className={buttonClass("secondary", "small")}>
          Start from a template
        </Link>
      </p>
    </Notice>
  );
}

function Undone({ undo: { removed, restored, kept } }: { undo: NonNullable<LeadImport["undo"]> }) {
  return (
    <Notice tone="success" title="Import undone">
      <p>
        {formatCount(removed)} removed, {formatCount(restored)} restored
        {kept > 0 && `, ${formatCount(kept)} kept because of later changes`}.
      </p>
    </Notice>
  );
}
