import type { ComponentProps } from "react";
import { classNames } from "#web/ui/class-names.ts";

/**
 * A toggle with immediate effect. The real checkbox lies invisibly over the drawn one and is larger, so that forms,
 * labels and touch work normally. Name it with a Field, a label or `aria-label`.
 */
export function Switch({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className={classNames("relative inline-flex h-5 w-9 shrink-0", className)}>
      <input
        {...rest}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox already exposes its checked state
        role="switch"
        className="peer absolute -inset-x-1 -inset-y-3 z-10 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className={classNames(
          "h-5 w-9 rounded-full border border-transparent bg-field transition-colors duration-120 peer-checked:bg-accent",
          "peer-disabled:opacity-50 forced-colors:peer-checked:bg-[Highlight]",
          "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
        )}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-on-accent transition-[translate] duration-120 peer-checked:translate-x-4 forced-colors:bg-[ButtonText] forced-colors:peer-checked:bg-[HighlightText]"
      />
    </span>
  );
}
