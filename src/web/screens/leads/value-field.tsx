import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { fieldText } from "#shared/contract/leads/field-value.ts";
import { CheckboxField } from "#web/ui/fields/checkbox-field.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Select } from "#web/ui/fields/select.tsx";

interface ValueFieldProps {
  field: LeadFieldDefinition;
  /** The value, as in a cell. */
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** A form field for a value of a custom field. */
export function ValueField({ field, text, error, onChange }: ValueFieldProps) {
  const { name, kind, options } = field;
  if (kind === "choices") {
    const checked = text === "" ? [] : text.split("; ");
    return (
      <CheckboxField
        label={name}
        options={offered(options, checked).map((value) => ({ value, label: value }))}
        value={checked}
        error={error}
        onChange={(values) => onChange(fieldText(values))}
      />
    );
  }
  return (
    <Field label={name} error={error}>
      {(control) => <FieldInput control={control} field={field} text={text} onChange={onChange} />}
    </Field>
  );
}

/** The options to choose from; a value may be one that was removed since. */
function offered(options: readonly string[], values: readonly string[]): string[] {
  return [...values.filter((value) => !options.includes(value)), ...options];
}

interface FieldInputProps {
  control: object;
  field: LeadFieldDefinition;
  text: string;
  onChange: (text: string) => void;
}

function FieldInput({ control, field: { kind, options }, text, onChange }: FieldInputProps) {
  if (kind === "choice" || kind === "yesNo") {
    const known = kind === "yesNo" ? ["Yes", "No"] : options;
    return (
      <Select
        {...control}
        options={["", ...offered(known, text === "" ? [] : [text])].map((value) => ({
          value,
          label: value === "" ? "None" : value,
        }))}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <Input
      {...control}
      type={kind === "date" ? "date" : "text"}
      inputMode={kind === "number" ? "decimal" : kind === "link" ? "url" : "text"}
      dir="auto"
      autoComplete="off"
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
