import type { ComponentProps } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { controlClass } from "#web/ui/control-class.ts";

/** Several lines of text; grows with what is typed where the browser can, and by hand everywhere. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={classNames(controlClass, "field-sizing-content max-h-96 min-h-20 resize-y py-2", className)}
    />
  );
}
