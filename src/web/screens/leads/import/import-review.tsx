import { useMutation } from "@tanstack/react-query";
import { KNOWN_LEAD_POLICIES, type LeadImport, type LeadImportUpdate } from "#shared/contract/leads/lead-import.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { discardImport, startImport, updateImport } from "#web/api/imports.ts";
import { ColumnMapping } from "#web/screens/leads/import/column-mapping.tsx";
import { FilePreview } from "#web/screens/leads/import/file-preview.tsx";
import { POLICY_WORDS } from "#web/screens/leads/import/import-words.ts";
import { ReadingFields } from "#web/screens/leads/import/reading-fields.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface ImportReviewProps {
  import: LeadImport;
  onChooseAnother: () => void;
}

/** How the file was parsed, to correct before importing. */
export function ImportReview({ import: lead, onChooseAnother }: ImportReviewProps) {
  const update = useMutation(updateImport);
  const start = useMutation(startImport);
  const discard = useMutation(discardImport);

  const change = async (next: LeadImportUpdate): Promise<void> => {
    try {
      await update.mutateAsync({ params: { id: lead.id }, body: next });
    } catch (error) {
      toast.error("Failed to update the import", detailOf(error));
    }
  };
  const begin = async (): Promise<void> => {
    try {
      await start.mutateAsync({ params: { id: lead.id } });
    } catch (error) {
      toast.error("Failed to start the import", detailOf(error));
    }
  };
  const putAway = async (): Promise<void> => {
    try {
      await discard.mutateAsync({ params: { id: lead.id } });
      onChooseAnother();
    } catch (error) {
      toast.error("Failed to discard the file", detailOf(error));
    }
  };

  return (
    <div className="flex flex-col gap-6">
      <h3 dir="auto" className="text-left text-lg font-semibold wrap-anywhere">
        {lead.fileName}
      </h3>
      {lead.message !== "" && (
        <Notice>
          <p>{lead.message}</p>
        </Notice>
      )}
      <ReadingFields import={lead} onChange={(reading) => void change({ reading })} />
      <FilePreview import={lead} />
      <ColumnMapping columns={lead.columns} onChange={(targets) => void change({ targets })} />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 font-semibold">Existing leads</legend>
        {KNOWN_LEAD_POLICIES.map((policy) => (
          <label key={policy} className="flex items-start gap-2.5 touch:min-h-11">
            <input
              type="radio"
              name="policy"
              value={policy}
              checked={lead.policy === policy}
              onChange={() => void change({ policy })}
              className="mt-1 accent-link"
            />
            <span>
              {POLICY_WORDS[policy].label}
              <span className="block text-sm text-muted">{POLICY_WORDS[policy].hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {/* Keeps the buttons visible no matter how many columns there are. */}
      <div className="sticky -bottom-5 -mx-6 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-6 py-3 max-md:-mx-4 max-md:px-4">
        <Button variant="ghost" className="mr-auto" busy={discard.isPending} onClick={() => void putAway()}>
          Choose another file
        </Button>
        <Button
          variant="primary"
          busy={start.isPending || update.isPending}
          busyLabel={start.isPending ? "Starting..." : "Reading..."}
          onClick={() => void begin()}
        >
          Import leads
        </Button>
      </div>
    </div>
  );
}
