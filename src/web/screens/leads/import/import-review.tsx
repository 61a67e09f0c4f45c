import {
  type ImportReading,
  KNOWN_LEAD_POLICIES,
  type LeadImport,
  type LeadImportUpdate,
} from "#shared/contract/leads/lead-import.ts";
import { useAction } from "#web/actions/use-action.ts";
import { discardImport, startImport, updateImport } from "#web/api/imports.ts";
import { ColumnMapping } from "#web/screens/leads/import/column-mapping.tsx";
import { delimiterOptions, encodingOptions, POLICY_WORDS } from "#web/screens/leads/import/import-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useActionBar } from "#web/ui/overlays/action-bars.ts";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";
import { SelectField, SwitchField } from "#web/ui/fields/fields.tsx";

interface ImportReviewProps {
  import: LeadImport;
  onChooseAnother: () => void;
}

/** How the file was parsed, to correct before importing. */
export function ImportReview({ import: lead, onChooseAnother }: ImportReviewProps) {
  const updating = useAction(updateImport);
  const starting = useAction(startImport);
  const discarding = useAction(discardImport);
  const params = { id: lead.id };
  const bar = useActionBar();
  const change = (body: LeadImportUpdate): Promise<boolean> =>
    updating.run({ params, body }, { failed: "Failed to update the import" });
  const begin = (): Promise<boolean> => starting.run({ params }, { failed: "Failed to start the import" });
  const putAway = (): Promise<boolean> =>
    discarding.run({ params }, { failed: "Failed to discard the file", onDone: onChooseAnother });

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
      <div
        ref={bar}
        data-bottom-bar
        className="sticky -bottom-5 -mx-6 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-6 py-3 max-md:-mx-4 max-md:px-4"
      >
        <Button variant="ghost" className="mr-auto" busy={discarding.isPending} onClick={() => void putAway()}>
          Choose another file
        </Button>
        <Button
          variant="primary"
          busy={starting.isPending || updating.isPending}
          busyLabel={starting.isPending ? "Starting..." : "Reading..."}
          onClick={() => void begin()}
        >
          Import leads
        </Button>
      </div>
    </div>
  );
}

/** The first rows, as parsed. */
function FilePreview({ import: { columns, preview } }: { import: LeadImport }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">First rows</h3>
      {preview.length === 0 ? (
        <p className="text-muted">The file has no rows.</p>
      ) : (
        <ScrollRegion label="First rows" className="max-h-56 overflow-auto rounded-md border border-line">
          <table className="min-w-full border-separate border-spacing-0 text-sm">
            <thead>
              <tr>
                {columns.map(({ index, name }) => (
                  <th
                    key={index}
                    scope="col"
                    title={name}
                    className="sticky top-0 h-9 max-w-60 truncate border-b border-line bg-canvas px-3 text-left font-semibold whitespace-nowrap text-muted"
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {preview.map((cells, row) => (
                <tr key={row}>
                  {columns.map(({ index }) => (
                    <td
                      key={index}
                      dir="auto"
                      title={cells[index]}
                      className="h-9 max-w-60 truncate border-b border-line px-3 text-left"
                    >
                      {cells[index] ?? ""}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  );
}

interface ReadingFieldsProps {
  import: LeadImport;
  onChange: (change: Partial<ImportReading>) => void;
}

/** How the file is parsed, initially as detected. */
function ReadingFields({ import: { reading, sheets }, onChange }: ReadingFieldsProps) {
  const { encoding, delimiter, hasHeader, sheet } = reading;
  return (
    <section aria-label="File format" className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {encoding !== null && (
          <SelectField
            label="Encoding"
            required
            hint="Change this if letters look wrong."
            options={encodingOptions(encoding)}
            value={encoding}
            onChange={({ target }) => onChange({ encoding: target.value })}
          />
        )}
        {delimiter !== null && (
          <SelectField
            label="Columns separated by"
            required
            options={delimiterOptions(delimiter)}
            value={delimiter}
            onChange={({ target }) => onChange({ delimiter: target.value })}
          />
        )}
        {sheet !== null && (
          <SelectField
            label="Sheet"
            required
            options={sheets.map((name) => ({ value: name, label: name }))}
            value={sheet}
            onChange={({ target }) => onChange({ sheet: target.value })}
          />
        )}
      </div>
      <SwitchField
        label="Table has headers"
        checked={hasHeader}
        onChange={({ target }) => onChange({ hasHeader: target.checked })}
      />
    </section>
  );
}
