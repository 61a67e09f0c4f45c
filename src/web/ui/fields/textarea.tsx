import type { ComponentProps } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { controlClass } from "#web/ui/fields/control-class.ts";

/** Grows with its content where supported, and can be resized everywhere. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={classNames(controlClass, "field-sizing-content max-h-96 min-h-20 resize-y py-2", className)}
    />
  );
}
