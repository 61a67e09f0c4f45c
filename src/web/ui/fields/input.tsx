import type { ComponentProps } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { controlClass } from "#web/ui/fields/control-class.ts";

interface InputProps extends ComponentProps<"input"> {
  /** For an address, a key or a name of a program: neither completed nor spell-checked. */
  literal?: boolean;
}

/** A text input. Name it with a Field or `aria-label`. */
export function Input({ className, type = "text", literal = false, ...rest }: InputProps) {
  return (
    <input
      {...(literal && { autoComplete: "off", spellCheck: false })}
      {...rest}
      type={type}
      className={classNames(controlClass, "h-9 touch:h-11", className)}
    />
  );
}
