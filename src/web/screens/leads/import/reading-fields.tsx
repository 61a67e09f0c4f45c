import type { ImportReading, LeadImport } from "#shared/contract/leads/lead-import.ts";
import { delimiterOptions, encodingOptions } from "#web/screens/leads/import/import-words.ts";
import { Field, ToggleField } from "#web/ui/fields/field.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";

interface ReadingFieldsProps {
  import: LeadImport;
  onChange: (change: Partial<ImportReading>) => void;
}

/** How the file is parsed, initially as detected. */
export function ReadingFields({ import: { reading, sheets }, onChange }: ReadingFieldsProps) {
  const { encoding, delimiter, hasHeader, sheet } = reading;
  return (
    <section aria-label="File format" className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {encoding !== null && (
          <Field label="Encoding" required hint="Change this if letters look wrong.">
            {(control) => (
              <Select
                {...control}
                options={encodingOptions(encoding)}
                value={encoding}
                onChange={({ target }) => onChange({ encoding: target.value })}
              />
            )}
          </Field>
        )}
        {delimiter !== null && (
          <Field label="Columns separated by" required>
            {(control) => (
              <Select
                {...control}
                options={delimiterOptions(delimiter)}
                value={delimiter}
                onChange={({ target }) => onChange({ delimiter: target.value })}
              />
            )}
          </Field>
        )}
        {sheet !== null && (
          <Field label="Sheet" required>
            {(control) => (
              <Select
                {...control}
                options={sheets.map((name) => ({ value: name, label: name }))}
                value={sheet}
                onChange={({ target }) => onChange({ sheet: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <ToggleField label="Table has headers">
        {(control) => (
          <Switch {...control} checked={hasHeader} onChange={({ target }) => onChange({ hasHeader: target.checked })} />
        )}
      </ToggleField>
    </section>
  );
}
