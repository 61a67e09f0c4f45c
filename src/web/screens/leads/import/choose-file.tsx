import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useUpload } from "#web/screens/leads/import/use-upload.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { useQuery } from "@tanstack/react-query";
import { importsQuery } from "#web/api/imports.ts";
import { outcomeWords, STATE_WORDS } from "#web/screens/leads/import/import-words.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";

const ACCEPTED = ".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values";

/** Drop or choose a file; nothing is imported before the review. */
export function ChooseFile({ onOpen }: { onOpen: (id: string) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useUpload(onOpen);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) void upload.send(file);
  };
  return (
    <div className="flex flex-col gap-6">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          "flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-10 text-center",
          isOver ? "border-link bg-accent-soft" : "border-field",
        )}
      >
        <FileUp aria-hidden className="size-6 text-muted" />
        {upload.file === null ? (
          <>
            <p className="font-semibold touch:hidden">Drop a file here</p>
            <p className="text-muted">CSV, TSV or XLSX, one lead per row. You can review it before importing.</p>
            <Button variant="primary" onClick={() => picker.current?.click()}>
              Choose file
            </Button>
          </>
        ) : (
          <div className="flex w-full max-w-sm flex-col gap-3">
            <ProgressBar
              label={upload.part < 1 ? `Uploading ${upload.file.name}` : `Reading ${upload.file.name}`}
              {...(upload.part < 1
                ? { done: kilobytes(upload.part * upload.file.size), total: kilobytes(upload.file.size), unit: "kB" }
                : { done: 0, total: null })}
            />
            <div>
              <Button size="small" onClick={upload.cancel}>
                Cancel
              </Button>
            </div>
          </div>
        )}
        <input
          ref={picker}
          type="file"
          accept={ACCEPTED}
          aria-label="File to import"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Allows choosing the same file again after fixing it.
            target.value = "";
            if (file !== undefined) void upload.send(file);
          }}
        />
      </div>
      {upload.refusal !== null && (
        <Notice tone="danger" live title="This file can't be imported">
          <p>{upload.refusal}</p>
        </Notice>
      )}
      <FormerImports onOpen={onOpen} />
    </div>
  );
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000);
}

/** Recent imports, linking to their counts, rejected rows and undo. */
function FormerImports({ onOpen }: { onOpen: (id: string) => void }) {
  const { data: imports } = useQuery(importsQuery);
  if (imports === undefined || imports.length === 0) return null;
  return (
    <section aria-labelledby="former-imports">
      <h3 id="former-imports" className="pb-2 font-semibold">
        Recent imports
      </h3>
      <ul>
        {imports.map((lead) => (
          <li key={lead.id} className="border-t border-line">
            <button
              type="button"
              onClick={() => onOpen(lead.id)}
              className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-sm px-1 py-2.5 text-left hover:bg-hover touch:min-h-11"
            >
              <span dir="auto" className="min-w-0 flex-1 basis-40 text-left font-semibold wrap-anywhere">
                {lead.fileName}
              </span>
              <Status tone={STATE_WORDS[lead.state].tone}>{STATE_WORDS[lead.state].word}</Status>
              {lead.state !== "ready" && <span className="text-sm text-muted tabular-nums">{outcomeWords(lead)}</span>}
              <span className="text-sm text-muted">
                <RelativeTime time={lead.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
