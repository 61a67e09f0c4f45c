import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "ref"> {
  /** Some of what it stands for is checked, and some is not. */
  isMixed?: boolean;
}

/** The browser's own checkbox in a target of 32 px, 44 px for a finger. Name it with `aria-label` or a label. */
export function Checkbox({ isMixed = false, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Mixed is no attribute of HTML.
    if (input.current !== null) input.current.indeterminate = isMixed;
  });
  return (
    <label
      className={classNames(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md select-none touch:size-11",
        className,
      )}
    >
      <input {...rest} ref={input} type="checkbox" className="size-4 accent-accent touch:size-5 dark:accent-link" />
    </label>
  );
}
