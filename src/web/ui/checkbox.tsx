import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "#web/ui/class-names.ts";

/** A box to tick; like Switch, the real checkbox lies invisible over the drawn one. */
export function Checkbox({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className={classNames("relative inline-flex size-4 shrink-0", className)}>
      <input
        {...rest}
        type="checkbox"
        className="peer absolute -inset-3.5 z-10 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className={classNames(
          "inline-flex size-4 items-center justify-center rounded-sm border border-field bg-surface text-on-accent",
          "peer-checked:border-accent peer-checked:bg-accent peer-disabled:opacity-50 [&_svg]:invisible peer-checked:[&_svg]:visible",
          "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
        )}
      >
        <Check className="size-3" strokeWidth={3} />
      </span>
    </span>
  );
}
