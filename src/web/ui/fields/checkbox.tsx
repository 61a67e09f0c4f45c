import { Check, Minus } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "ref"> {
  /** Some, but not all, are checked. */
  isMixed?: boolean;
}

const MARK = "pointer-events-none absolute hidden size-3.5 text-on-accent forced-colors:text-[CanvasText]";

/** A checkbox with a 32 px target, 44 px on touch. Name it with `aria-label`. */
export function Checkbox({ isMixed = false, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // HTML has no attribute for the mixed state.
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
