import { useId } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface SegmentsProps<T extends string> {
  /** Accessible name. */
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** Radio buttons as a segmented control, for a few short options. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-md border border-field/55 p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            "inline-flex h-6.5 items-center rounded-sm px-2.5 text-sm font-semibold whitespace-nowrap",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus touch:h-11 touch:min-w-11 touch:justify-center",
            option.value === value
              ? "bg-accent-soft text-ink forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none"
              : "text-muted hover:text-ink",
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
