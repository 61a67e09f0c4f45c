import type { ComponentProps } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { controlClass } from "#web/ui/fields/control-class.ts";

/** A text input. Name it with a Field or `aria-label`. */
export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={classNames(controlClass, "h-9 touch:h-11", className)} />;
}
