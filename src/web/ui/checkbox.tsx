import { Check, Minus } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "ref"> {
  /** Some of what it stands for is checked, and some is not. */
  isMixed?: boolean;
}

const MARK = "pointer-events-none absolute hidden size-3.5 text-on-accent forced-colors:text-[CanvasText]";

/** A checkbox in a target of 32 px, 44 px for a finger. Name it with `aria-label`. */
export function Checkbox({ isMixed = false, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Mixed is no attribute of HTML.
    if (input.current !== null) input.current.indeterminate = isMixed;
  });
  return (
    <label
      className={classNames(
        "relative inline-flex size-8 shrink-0 items-center justify-center rounded-md select-none touch:size-11",
        className,
      )}
    >
      <input
        {...rest}
        ref={input}
        type="checkbox"
        className={
          "peer size-4 appearance-none rounded-sm border border-field bg-surface checked:border-accent checked:bg-accent " +
          "indeterminate:border-accent indeterminate:bg-accent hover:border-muted touch:size-5"
        }
      />
      <Check aria-hidden strokeWidth={3} className={classNames(MARK, "peer-checked:block")} />
      <Minus aria-hidden strokeWidth={3} className={classNames(MARK, "peer-indeterminate:block")} />
    </label>
  );
}
