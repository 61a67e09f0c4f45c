import { useId } from "react";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";

interface CheckboxFieldProps<Value extends string> {
  label: string;
  /** In their order, with their labels. */
  options: readonly { value: Value; label: string }[];
  value: readonly Value[];
  error: string | undefined;
  /** Called with the checked values in the order of the options. */
  onChange: (value: Value[]) => void;
}

/** Several of a few options, as checkboxes. */
export function CheckboxField<Value extends string>(props: CheckboxFieldProps<Value>) {
  const { label: legend, options, value: checked, error, onChange } = props;
  const errorId = useId();
  const toggle = (value: Value): void => {
    const isChecked = (one: Value): boolean => (one === value ? !checked.includes(one) : checked.includes(one));
    onChange(options.map((option) => option.value).filter(isChecked));
  };
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="font-semibold">{legend}</legend>
      <ul className="mt-1 grid grid-cols-2 max-sm:grid-cols-1">
        {options.map(({ value, label }) => (
          <li key={value} className="flex min-w-0 items-center">
            <Checkbox
              aria-label={label}
              aria-invalid={error === undefined ? undefined : true}
              checked={checked.includes(value)}
              onChange={() => toggle(value)}
              className="-ml-2"
            />
            <span aria-hidden className="min-w-0 wrap-anywhere">
              {label}
            </span>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-1 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
