import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { controlClass } from "#web/ui/fields/control-class.ts";

interface SelectProps extends Omit<ComponentProps<"select">, "children"> {
  options: readonly { value: string; label: string }[];
}

/** A native select, which works with every keyboard, screen reader and phone. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={classNames("relative block", className)}>
      <select {...rest} className={classNames(controlClass, "h-9 appearance-none truncate pr-9 touch:h-11")}>
        {options.map(({ value, label }) => (
          <option key={value} value={value} className="bg-raised text-ink">
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
