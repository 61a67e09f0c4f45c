import type { ComponentProps } from "react";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { Field, type FieldProps, ToggleField } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Textarea } from "#web/ui/fields/textarea.tsx";

type LabelProps = Omit<FieldProps, "children">;

export function TextField({ label, hint, error, required, ...input }: LabelProps & ComponentProps<typeof Input>) {
  return <Field {...{ label, hint, error, required }}>{(control) => <Input {...control} {...input} />}</Field>;
}

interface NumberFieldProps extends ComponentProps<typeof TextField> {
  bounds: { min: number; max: number };
}

/** A whole number. */
export function NumberField({ bounds: { min, max }, ...field }: NumberFieldProps) {
  return <TextField {...field} type="number" inputMode="numeric" min={min} max={max} />;
}

export function TextareaField({ label, hint, error, required, ...area }: LabelProps & ComponentProps<typeof Textarea>) {
  return <Field {...{ label, hint, error, required }}>{(control) => <Textarea {...control} {...area} />}</Field>;
}

export function SelectField({ label, hint, error, required, ...select }: LabelProps & ComponentProps<typeof Select>) {
  return <Field {...{ label, hint, error, required }}>{(control) => <Select {...control} {...select} />}</Field>;
}

export function SwitchField({
  label,
  hint,
  ...input
}: Pick<LabelProps, "label" | "hint"> & ComponentProps<typeof Switch>) {
  return <ToggleField {...{ label, hint }}>{(control) => <Switch {...control} {...input} />}</ToggleField>;
}

export function CheckField({
  label,
  hint,
  ...input
}: Pick<LabelProps, "label" | "hint"> & ComponentProps<typeof Checkbox>) {
  return (
    <ToggleField {...{ label, hint }}>
      {(control) => <Checkbox className="-m-1.5" {...control} {...input} />}
    </ToggleField>
  );
}
