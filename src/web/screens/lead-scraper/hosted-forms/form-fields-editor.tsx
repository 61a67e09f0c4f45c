import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import type { HostedFormField } from "#shared/contract/hosted-form.ts";
import { LEAD_TEXT_FIELDS, leadField, type LeadTextField } from "#shared/lead-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckField, SelectField, TextField, TextareaField } from "#web/ui/fields/fields.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

const OTHER = "";
const TARGETS = [
  ...LEAD_TEXT_FIELDS.map((value) => ({ value: value as string, label: leadField(value).label })),
  { value: OTHER, label: "Something else" },
];
const TYPES = [
  { value: "line", label: "One line" },
  { value: "paragraph", label: "Paragraph" },
  { value: "choice", label: "Choice" },
];

interface FormFieldsEditorProps {
  value: readonly HostedFormField[];
  /** Messages by position; the last one is about all fields. */
  errorAt: (index: number | null) => string | undefined;
  onChange: (value: HostedFormField[]) => void;
}

/** The questions of a form in order: what each asks, which field of the lead it fills, and how it is answered. */
export function FormFieldsEditor({ value, errorAt, onChange }: FormFieldsEditorProps) {
  const change = (index: number, patch: Partial<HostedFormField>): void =>
    onChange(value.map((field, at) => (at === index ? { ...field, ...patch } : field)));
  const swap = (index: number, other: number): void =>
    onChange(value.map((field, at) => value[at === index ? other : at === other ? index : at] ?? field));
  const error = errorAt(null);
  return (
    <fieldset>
      <legend className="font-semibold">Fields</legend>
      <ol className="mt-2 flex flex-col gap-3">
        {value.map((field, index) => (
          <li key={field.key} className="rounded-md border border-line p-3">
            <div className="grid gap-3 sm:grid-cols-3">
              <TextField
                label="Label"
                required
                error={errorAt(index)}
                value={field.label}
                autoComplete="off"
                onChange={({ target }) => change(index, { label: target.value })}
              />
              <SelectField
                label="Fills"
                required
                value={field.leadField ?? OTHER}
                options={TARGETS}
                onChange={({ target }) =>
                  change(index, { leadField: target.value === OTHER ? null : (target.value as LeadTextField) })
                }
              />
              <SelectField
                label="Answer"
                required
                value={field.type}
                options={TYPES}
                onChange={({ target }) => change(index, { type: target.value as HostedFormField["type"] })}
              />
            </div>
            {field.type === "choice" && (
              <div className="mt-3">
                <TextareaField
                  label="Options"
                  required
                  hint="One per line."
                  rows={3}
                  value={field.options.join("\n")}
                  onChange={({ target }) =>
                    change(index, { options: target.value === "" ? [] : target.value.split("\n") })
                  }
                />
              </div>
            )}
            <div className="mt-2 flex flex-wrap items-center gap-1">
              <div className="mr-auto">
                <CheckField
                  label="Required"
                  checked={field.isRequired}
                  className="-ml-2"
                  onChange={({ target }) => change(index, { isRequired: target.checked })}
                />
              </div>
              <IconButton
                label={`Move ${field.label} up`}
                icon={<ArrowUp aria-hidden />}
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              />
              <IconButton
                label={`Move ${field.label} down`}
                icon={<ArrowDown aria-hidden />}
                disabled={index === value.length - 1}
                onClick={() => swap(index, index + 1)}
              />
              <IconButton
                label={`Remove ${field.label}`}
                icon={<X aria-hidden />}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              />
            </div>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {error}
        </p>
      )}
      <Button
        size="small"
        icon={<Plus aria-hidden />}
        className="mt-3"
        onClick={() => onChange([...value, newField(value)])}
      >
        Add field
      </Button>
    </fieldset>
  );
}

/** A question under a key that no other one has. */
function newField(fields: readonly HostedFormField[]): HostedFormField {
  const taken = new Set(fields.map(({ key }) => key));
  let number = fields.length + 1;
  while (taken.has(`question_${number}`)) number += 1;
  return {
    key: `question_${number}`,
    label: "New question",
    leadField: null,
    type: "line",
    options: [],
    isRequired: false,
  };
}
