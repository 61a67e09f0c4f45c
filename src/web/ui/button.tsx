import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "#web/ui/button-class.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  type?: "button" | "submit";
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** In progress: the button stays focusable but ignores clicks. */
  busy?: boolean;
  /** Label while busy, such as "Syncing...". */
  busyLabel?: string;
}

export function Button({
  variant = "secondary",
  size = "regular",
  icon,
  busy = false,
  busyLabel,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Not `disabled` while busy, which would drop keyboard focus.
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type === "submit" ? "submit" : "button"}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      className={classNames(buttonClass(variant, size), className)}
      onClick={click}
    >
      {busy ? <Spinner /> : icon}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}
